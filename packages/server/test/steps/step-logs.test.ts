import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { runProgram } from "../../src/cli/program.ts";
import { BoundedLog } from "../../src/provisioning/command/run/bounded-log.ts";
import { StepLogReader, stepLogFile } from "../../src/provisioning/command/run/step-logs.ts";
import { Workplace } from "../commands/run-command.ts";

/** Starts a service whose steps run a script. */
async function start(script: string) {
  const place = new Workplace();
  const logs = join(place.folder, "step-logs");
  const environment = { ...place.stepsBy(script), COMPUTE_HOST_PROVISIONER_LOG_FOLDER: logs };
  onTestFinished(() => place[Symbol.asyncDispose]());
  const service = await place.serveHere({ environment });
  const run = (...args: readonly string[]) => place.run(args, { environment });
  const create = async (...more: readonly string[]) =>
    (await run("computers", "create", "--owner", "usr_ada", "--name", "box", ...more)).stdout.trim();
  return { place, environment, logs, service, run, create };
}

test("the output of each step is shown after it has ended and the service has stopped", async () => {
  const script = [
    'echo "about to $1"',
    'printf "\\033[1mpassword=hunter2\\r50 %%\\r\\n"',
    '[ "$1" != install-deps ] || { echo "no such package" >&2; exit 3; }',
    "printf last",
  ];
  const { run, create, service, logs } = await start(script.join("\n"));
  const id = await create();
  await vi.waitFor(async () => {
    const { stdout } = await run("computers", "list", "--status", "error");
    expect(stdout).toContain(id);
  }, 30_000);
  await service.close();
  const shown = await run("computers", "logs", id);
  expect(shown).toMatchObject({ exitCode: 0, stderr: "" });
  const lines = "password=[masked]\n50 %\n";
  expect(shown.stdout).toBe(
    `==> create-computer <==\nabout to create-computer\n${lines}last` +
      `==> configure-environment <==\nabout to configure-environment\n${lines}last` +
      `==> install-deps <==\nabout to install-deps\n${lines}no such package\n`,
  );
  const install = await run("computers", "logs", id, "--step", "install-deps");
  expect(install.stdout).toBe(`about to install-deps\n${lines}no such package\n`);
  expect((await run("computers", "get", id)).stdout).toContain("no such package");
  expect(statSync(stepLogFile(logs, id, "install-deps")).mode & 0o777).toBe(0o600);
});

test("the output can be followed while a step runs, until provisioning ends", async () => {
  const { place, environment, create } = await start(
    `echo "$1 begins"; while [ ! -e "$(dirname "$0")/gate" ]; do sleep 0.1; done; echo "$1 ends"`,
  );
  const id = await create("--provider", "byom");
  let text = "";
  const following = runProgram(["computers", "logs", id, "--follow"], "1.0.0", {
    environment: { ...environment, COMPUTE_HOST_DATABASE_URL: place.databaseUrl },
    writeOutput(written) {
      text += written;
    },
    writeNote: () => {},
  });
  await vi.waitFor(() => expect(text).toContain("install-deps begins\n"), 30_000);
  expect(existsSync(join(place.folder, "gate"))).toBe(false);
  place.write("gate", "");
  expect(await following).toBe(0);
  expect(text).toBe("==> install-deps <==\ninstall-deps begins\ninstall-deps ends\n");
});

test("followed lines keep their order, and gaps are reported", async () => {
  const place = new Workplace();
  onTestFinished(() => place[Symbol.asyncDispose]());
  const path = join(place.folder, "log");
  const log = await BoundedLog.create(path);
  const reader = new StepLogReader(path);
  let text = reader.read(false) ?? "";
  for (let line = 0; line < 100_000; ) {
    const lines = Array.from({ length: 1 + (line % 997) }, () => `line ${line++}\n`).join("");
    await log.append(Buffer.from(lines));
    if (line % 7 !== 0) text += reader.read(false);
  }
  text += reader.read(true);
  const shown = text.match(/^(?:line \d+|\[\d+ bytes are not kept\])$/gm) ?? [];
  expect(shown.join("\n")).toBe(text.trimEnd());
  const numbers = shown.filter((line) => line.startsWith("line")).map((line) => Number(line.slice(5)));
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  expect(numbers.at(-1)).toBeGreaterThanOrEqual(99_999);
  const missing = shown
    .flatMap((line) => /^\[(\d+)/.exec(line)?.[1] ?? [])
    .reduce((sum, n) => sum + Number(n), 0);
  const shownBytes = numbers.reduce((sum, n) => sum + `line ${n}\n`.length, 0);
  const all = (numbers.at(-1) ?? 0) + 1;
  expect(missing + shownBytes).toBe(Array.from({ length: all }, (_, n) => `line ${n}\n`).join("").length);
  await log.close();
});
