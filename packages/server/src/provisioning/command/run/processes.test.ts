import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../../../test/temporary-folder.ts";
import { isOfRun, processesOfRun, runIdVariable } from "./processes.ts";

const runId = "run/1";

describe.runIf(process.platform === "linux")("a process", () => {
  test("that stays without an environment, or has ended, is of no run", async () => {
    const child = spawn("/bin/cat", [], { stdio: ["pipe", "ignore", "ignore"], env: {} });
    onTestFinished(() => void child.kill("SIGKILL"));
    expect(await isOfRun(child.pid as number, runId)).toBe(false);
    child.stdin.end();
    await once(child, "exit");
    expect(await isOfRun(child.pid as number, runId)).toBe(false);
  });

  test("is found even while it starts one program after the other", async () => {
    const command = join(temporaryFolder(), "again");
    writeFileSync(command, '#!/bin/sh\nexec "$0"\n', { mode: 0o755 });
    const env = { [runIdVariable]: runId };
    const children = Array.from({ length: 3 }, () => spawn(command, [], { stdio: "ignore", env }));
    onTestFinished(() => children.forEach((child) => void child.kill("SIGKILL")));
    const pids = children.map(({ pid }) => Number(pid)).toSorted((a, b) => a - b);
    // Each look meets some of them in between.
    for (let look = 0; look < 10; look++)
      expect((await processesOfRun(runId)).toSorted((a, b) => a - b)).toEqual(pids);
  });
});
