import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { silentLogger } from "../../src/observability/logger.ts";
import { createCommandProvisioner } from "../../src/provisioning/command/command-provisioner.ts";
import { StepLogReader, stepLogFile } from "../../src/provisioning/command/run/step-logs.ts";
import { createSupervisor } from "../../src/provisioning/command/supervisor.ts";
import { shown } from "../steps/shown-text.ts";
import { sampleComputer } from "../storage/sample-computers.ts";
import { temporaryFolder } from "../temporary-folder.ts";

/** Characters that break or join lines, combine, have no width, turn the direction, or are none. */
const oddTexts = [
  "\n",
  "\r",
  "\r\n",
  "\t",
  "\v",
  "\f",
  "\x1b",
  "\x1c",
  "\x1d",
  "\x1e",
  "\x1f",
  "\x7f",
  "\x85",
  "\xa0",
  "\xad",
  "\u0301",
  "\u034f",
  "\u061c",
  "\u115f",
  "\u180e",
  "\u200b",
  "\u200d",
  "\u200e",
  "\u2028",
  "\u2029",
  "\u202e",
  "\u2060",
  "\u2066",
  "\u3000",
  "\ufe0f",
  "\ufeff",
  "\ufff9",
  "\ufffd",
  "\uffff",
  "\u{1f469}\u200d\u{1f4bb}",
  "\u{e0001}",
  "\u{10ffff}",
  "'",
  '"',
  "$(exit 1)",
  "`",
  "\\n",
  "%s",
  "*",
];

test("every odd text reaches the command in its name, host name, argument, input and environment, and its log", async () => {
  const folder = temporaryFolder();
  const command = join(folder, "step");
  const parts = ['"$1"', '"$COMPUTE_HOST_COMPUTER_NAME"', '"$COMPUTE_HOST_HOSTNAME"', '"$ODD"', '"$(cat)"'];
  writeFileSync(
    command,
    `#!/bin/sh\nprintf '%s\\n' ${parts.join(" ")} | tee "$0-$COMPUTE_HOST_COMPUTER_ID"\n`,
  );
  chmodSync(command, 0o755);
  const runsFolder = join(folder, "runs");
  const logsFolder = join(folder, "logs");
  const supervisor = createSupervisor({ runsFolder, logger: silentLogger });
  onTestFinished(() => supervisor.close());
  const common = { command, runsFolder, logsFolder, supervisor, logger: silentLogger, maxConcurrent: 4 };
  for (const [index, odd] of oddTexts.entries()) {
    const id = `cmp_${index}`;
    const text = `a${odd}b`;
    const step = { id: text, name: "Odd", status: "running" };
    const computer = sampleComputer({ id, name: text, hostname: text, provisioningSteps: [step] });
    const environment = { PATH: process.env.PATH, ODD: text };
    const provisioner = createCommandProvisioner({
      ...common,
      environment,
      timeoutMs: 60_000,
      isShared: false,
    });
    const run = { computer, step, attempt: 1, traceparent: "", signal: new AbortController().signal };
    expect(await provisioner.run(run)).toEqual({ status: "completed" });
    const expected = `${[text, text, text, text, JSON.stringify(computer)].join("\n")}\n`;
    expect(readFileSync(`${command}-${id}`, "utf8")).toBe(expected);
    expect(new StepLogReader(stepLogFile(logsFolder, id, step.id)).read(true)).toBe(shown(expected));
  }
});
