import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startExecution } from "../../src/provisioning/execution.ts";
import { systemClock } from "../../src/time/clock.ts";
import { isRunning } from "../is-running.ts";

const program = fileURLToPath(new URL("./command-node.ts", import.meta.url));
/** How long after the last renewal no process of the command may be left: its lease, and the four seconds for its end. */
const leaseEndMs = 1_500 + 4_000;

let folder: string;
let node: ChildProcess;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "compute-host-watchdog-"));
});

afterEach(() => {
  node?.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

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
    `echo $$ $! $WATCHDOG > ${pids}.new; mv ${pids}.new ${pids}`,
    "while :; do sleep 1; done",
  );
  node = spawn(process.execPath, [program, command, join(folder, "runs")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await expect.poll(() => existsSync(pids), { timeout: 15_000 }).toBe(true);
  const [leader = "", child = "", watchdog = ""] = readFileSync(pids, "utf8").trim().split(" ");
  return { pids: [leader, child], watchdog: Number(watchdog) };
}

async function goneAfterMs(pids: readonly string[], startedAt: number): Promise<number> {
  await expect.poll(() => pids.filter(isRunning), { timeout: 20_000, interval: 20 }).toEqual([]);
  return systemClock.elapsed() - startedAt;
}

describe("a command under a lease", () => {
  test("continues while the lease is renewed", async () => {
    const { pids } = await startNode();
    await wait(leaseEndMs);
    expect(pids.filter(isRunning)).toEqual(pids);
  });

  test("ends before its lease when its node is stopped, which the node then reports", async () => {
    const { pids } = await startNode();
    node.kill("SIGSTOP");
    const stoppedAt = systemClock.elapsed();
    expect(await goneAfterMs(pids, stoppedAt)).toBeLessThan(leaseEndMs);
    await wait(500);
    node.kill("SIGCONT");
    const [output] = (await once(node.stdout as NodeJS.ReadableStream, "data")) as [Buffer];
    expect(JSON.parse(String(output))).not.toMatchObject({ status: "completed" });
  });

  test("ends before its lease when its node is killed, and leaves no folder", async () => {
    const { pids } = await startNode();
    node.kill("SIGKILL");
    const killedAt = systemClock.elapsed();
    expect(await goneAfterMs(pids, killedAt)).toBeLessThan(leaseEndMs);
    await expect.poll(() => existsSync(join(folder, "runs")), { timeout: 10_000 }).toBe(false);
  });

  test("is still guarded when the watchdog was killed before", async () => {
    const { pids, watchdog } = await startNode();
    process.kill(watchdog, "SIGKILL");
    await wait(2_500);
    expect(pids.filter(isRunning)).toEqual(pids);
    node.kill("SIGSTOP");
    expect(await goneAfterMs(pids, systemClock.elapsed())).toBeLessThan(leaseEndMs);
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
    const execution = startExecution({
      folder: runs,
      command: script(`touch ${trace}`),
      argument: "install-deps",
      input: "",
      environment: { PATH: process.env.PATH },
      beginBefore: systemClock.elapsed() + leftMs,
    });
    await execution.ended;
    expect(existsSync(trace)).toBe(leftMs > 0);
    expect(execution.exitCode()).toBe(leftMs > 0 ? 0 : undefined);
  });
}
