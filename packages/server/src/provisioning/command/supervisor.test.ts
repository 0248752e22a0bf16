import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../../test/temporary-folder.ts";
import { silentLogger } from "../../observability/logger.ts";
import { isZombie } from "./run/processes.ts";
import { orderRun, readOutcome } from "./run/run-folder.ts";
import { createSupervisor } from "./supervisor.ts";

test.runIf(process.platform === "linux")(
  "a run whose order cannot be sent has not begun, and another supervisor starts",
  async () => {
    const folder = temporaryFolder();
    const runsFolder = join(folder, "runs");
    const supervisor = createSupervisor({ runsFolder, logger: silentLogger });
    onTestFinished(() => supervisor.close());
    const first = supervisor.start();
    process.kill(first.supervisor, "SIGKILL");
    // In this turn of the event loop, nothing tells the service that it is gone.
    while (!isZombie(first.supervisor)) spawnSync("sleep", ["0.01"]);
    const subject = { runId: "run", computerId: "a", stepId: "s" };
    const run = orderRun(runsFolder, { ...subject, ...supervisor.start() });
    supervisor.run({
      folder: run,
      runId: subject.runId,
      log: join(folder, "a.log"),
      command: "true",
      argument: "s",
      input: "",
      environment: {},
      timeoutMs: 60_000,
      killGraceMs: 0,
    });
    await expect.poll(() => readOutcome(run)).toEqual({ kind: "not-begun", code: "EPIPE" });
    expect(supervisor.start().supervisor).not.toBe(first.supervisor);
  },
);
