import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { StartedProcess } from "@compute-host/command-line/process";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startExecution } from "../../src/provisioning/execution.ts";
import { systemClock } from "../../src/time/clock.ts";
import { isRunning } from "../is-running.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const program = fileURLToPath(new URL("./command-node.ts", import.meta.url));
/** Longer than the lease, so that a command that still runs is under a renewed one, in milliseconds. */
const beyondLeaseMs = 5_500;

let folder: string;
let node: StartedProcess;

beforeEach(() => {
  folder = temporaryFolder();
});

afterEach(() => node?.child.kill("SIGKILL"));

function script(...lines: readonly string[]): string {
  const path = join(folder, "command");
  writeFileSync(path, `#!/bin/sh\n${lines.join("\n")}\n`);
  chmodSync(path, 0o755);
  return path;
}

/** Starts a node whose command, deaf to SIGTERM, runs with a child in a session of its own; resolves to their numbers. */
async function startNode(): Promise<{ readonly pids: readonly string[]; readonly watchdog: number }> {
  const pids = join(folder, "pids");
  const setsid = existsSync("/usr/bin/setsid") ? "setsid" : "";
  const command = script(
    "trap '' TERM",
    `${setsid} sleep 300 &`,
    `echo $$ $! $WATCHDOG > "${pids}.new"; mv "${pids}.new" "${pids}"`,
    "while :; do sleep 1; done",
  );
  node = new StartedProcess(process.execPath, [program, command, join(folder, "runs")]);
  await expect.poll(() => existsSync(pids)).toBe(true);
  const [leader = "", child = "", watchdog = ""] = readFileSync(pids, "utf8").trim().split(" ");
  return { pids: [leader, child], watchdog: Number(watchdog) };
}

/** Waits until nothing of the command is left, which sleeps far longer than the limit of the wait. */
async function gone(pids: readonly string[]): Promise<void> {
  await expect.poll(() => pids.filter(isRunning)).toEqual([]);
}

describe("a command under a lease", () => {
  test("continues while the lease is renewed", async () => {
    const { pids } = await startNode();
    await wait(beyondLeaseMs);
    expect(pids.filter(isRunning)).toEqual(pids);
  });

  test("ends when its node is stopped past the lease, which the node then reports", async () => {
    const { pids } = await startNode();
    node.child.kill("SIGSTOP");
    await gone(pids);
    node.child.kill("SIGCONT");
    expect(JSON.parse(await node.prints(/^\{.*\}$/))).not.toMatchObject({ status: "completed" });
  });

  test("ends when its node is killed, and leaves no folder", async () => {
    const { pids } = await startNode();
    node.child.kill("SIGKILL");
    await gone(pids);
    await expect.poll(() => existsSync(join(folder, "runs"))).toBe(false);
  });

  test("is still guarded when the watchdog was killed before", async () => {
    const { pids, watchdog } = await startNode();
    process.kill(watchdog, "SIGKILL");
    const told = () => readFileSync(join(folder, "runs.watchdog"), "utf8");
    await expect.poll(told).not.toMatch(new RegExp(`^(${watchdog})?$`));
    expect(pids.filter(isRunning)).toEqual(pids);
    node.child.kill("SIGSTOP");
    await gone(pids);
  });
});

if (process.platform === "linux") {
  test.each([
    [-1, "does not begin when its lease has ended since the service looked"],
    [60_000, "begins while its lease lasts"],
  ])("a command with %i ms left %s", async (leftMs) => {
    const runs = join(folder, "run");
    mkdirSync(runs);
    const trace = join(folder, "trace");
    const execution = await startExecution({
      folder: runs,
      log: join(folder, "log"),
      command: script(`touch "${trace}"`),
      argument: "install-deps",
      input: "",
      environment: { PATH: process.env.PATH },
      beginBefore: systemClock.elapsed() + leftMs,
    });
    if (leftMs > 0) expect(await execution.ended).toBe(0);
    else await expect(execution.ended).rejects.toThrow("could not begin");
    expect(existsSync(trace)).toBe(leftMs > 0);
  });
}
