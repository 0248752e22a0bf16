import { rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { systemClock } from "../time/clock.ts";
import { endRun } from "./processes.ts";
import type { WatchdogMessage } from "./watchdog.ts";

/** How often it checks the time, in milliseconds. */
const checkIntervalMs = 100;
/** How long after the moment to stop it acts: the node does the same, if it can, and tells the outcome. */
const delayMs = 250;
/** How long a command has between SIGTERM and SIGKILL, in milliseconds. */
const graceMs = 2_500;

const guarded = new Map<string, WatchdogMessage>();
const [, , runsFolder = ""] = process.argv;

async function end({ folder, runId }: WatchdogMessage): Promise<void> {
  guarded.delete(folder);
  for (;;) {
    try {
      return await endRun(folder, runId, graceMs);
    } catch {
      // The system has no file descriptor for it at the moment.
      await wait(checkIntervalMs);
    }
  }
}

function checkAll(): void {
  const now = systemClock.elapsed();
  for (const run of guarded.values()) {
    if (run.stopAt !== undefined && now >= run.stopAt + delayMs) void end(run);
  }
}

const timer = setInterval(checkAll, checkIntervalMs);

// A signal to stop the node may reach this process too; it ends when the node's end of the pipe is closed.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});

createInterface({ input: process.stdin })
  .on("line", (line) => {
    const message = JSON.parse(line) as WatchdogMessage;
    if (message.stopAt === undefined) guarded.delete(message.folder);
    else guarded.set(message.folder, message);
  })
  .on("close", async () => {
    clearInterval(timer);
    await Promise.all([...guarded.values()].map(end));
    await rm(runsFolder, { recursive: true, force: true });
    process.exit();
  });
