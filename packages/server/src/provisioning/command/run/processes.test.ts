import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, onTestFinished, test } from "vitest";
import { isOfRun, runIdVariable } from "./processes.ts";

const runId = "run/1";

describe.runIf(process.platform === "linux")("a process", () => {
  test("whose environment cannot be read yet, because it is just starting, is of its run", async () => {
    // Has no environment until it gets a line.
    const child = spawn("/bin/sh", ["-c", `read line; exec env ${runIdVariable}=${runId} cat`], {
      stdio: ["pipe", "ignore", "ignore"],
      env: {},
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const isFound = isOfRun(child.pid as number, runId);
    child.stdin.write("start\n");
    expect(await isFound).toBe(true);
  });

  test("that stays without an environment, or has ended, is of no run", async () => {
    const child = spawn("/bin/cat", [], { stdio: ["pipe", "ignore", "ignore"], env: {} });
    onTestFinished(() => void child.kill("SIGKILL"));
    expect(await isOfRun(child.pid as number, runId)).toBe(false);
    child.stdin.end();
    await once(child, "exit");
    expect(await isOfRun(child.pid as number, runId)).toBe(false);
  });
});
