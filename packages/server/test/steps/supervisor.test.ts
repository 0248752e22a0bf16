import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { StartedProcess } from "@compute-host/command-line/process";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isRunning } from "../is-running.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const program = fileURLToPath(new URL("./command-node.ts", import.meta.url));
const leaseMs = 4_000;
/** Longer than the lease, so that a command that still runs is under a renewed one, in milliseconds. */
const beyondLeaseMs = 5_500;

let folder: string;
let node: StartedProcess;

beforeEach(() => {
  folder = temporaryFolder();
});

afterEach(() => node?.child.kill("SIGKILL"));

function startNode(lease: number, ...lines: readonly string[]): void {
  const command = join(folder, "command");
  writeFileSync(command, `#!/bin/sh\n${lines.join("\n")}\n`);
  chmodSync(command, 0o755);
  node = new StartedProcess(process.execPath, [program, command, join(folder, "runs"), String(lease)]);
}

/** Starts a node whose command, deaf to SIGTERM, runs with a child in a session of its own; resolves to their numbers. */
async function startDeafCommand(): Promise<{
  readonly pids: readonly string[];
  readonly supervisor: number;
}> {
  const pids = join(folder, "pids");
  const setsid = existsSync("/usr/bin/setsid") ? "setsid" : "";
  startNode(
    leaseMs,
    "trap '' TERM",
    `${setsid} sleep 300 &`,
    `echo $$ $! $PPID > "${pids}.new"; mv "${pids}.new" "${pids}"`,
    "while :; do sleep 1; done",
  );
  await expect.poll(() => existsSync(pids)).toBe(true);
  const [leader = "", child = "", supervisor = ""] = readFileSync(pids, "utf8").trim().split(" ");
  return { pids: [leader, child], supervisor: Number(supervisor) };
}

/** Waits until nothing of the command is left, which sleeps far longer than the limit of the wait. */
async function gone(pids: readonly string[]): Promise<void> {
  await expect.poll(() => pids.filter(isRunning)).toEqual([]);
}

describe("a command under a lease", () => {
  test("continues while the lease is renewed, and while its supervisor is stopped", async () => {
    const { pids, supervisor } = await startDeafCommand();
    process.kill(supervisor, "SIGSTOP");
    await wait(beyondLeaseMs);
    process.kill(supervisor, "SIGCONT");
    await wait(500);
    expect(pids.filter(isRunning)).toEqual(pids);
  });

  test("ends when its node is stopped past the lease, which the node then reports", async () => {
    const { pids } = await startDeafCommand();
    node.child.kill("SIGSTOP");
    await gone(pids);
    node.child.kill("SIGCONT");
    expect(JSON.parse(await node.prints(/^\{.*\}$/))).not.toMatchObject({ status: "completed" });
  });

  test("ends when its node is killed, and leaves neither a folder nor a supervisor", async () => {
    const { pids, supervisor } = await startDeafCommand();
    node.child.kill("SIGKILL");
    await gone([...pids, String(supervisor)]);
    expect(existsSync(join(folder, "runs"))).toBe(false);
  });

  test("ends when its supervisor is killed", async () => {
    const { pids, supervisor } = await startDeafCommand();
    process.kill(supervisor, "SIGKILL");
    expect(JSON.parse(await node.prints(/^\{.*\}$/))).toMatchObject({ status: "TemporaryError" });
    await gone(pids);
  });

  test("does not begin when its lease has ended", async () => {
    startNode(0, `touch "${join(folder, "trace")}"`);
    expect(JSON.parse(await node.prints(/^\{.*\}$/))).not.toMatchObject({ status: "completed" });
    expect(existsSync(join(folder, "trace"))).toBe(false);
  });
});
