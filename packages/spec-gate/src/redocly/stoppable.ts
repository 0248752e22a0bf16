import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";

const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
const running = new Set<ChildProcess>();
const graceMs = 3_000;

/**
 * Ends the child, with everything it started, when the gate is asked to end. Signals are only handled meanwhile: they could not
 * reach a handler while the gate compares.
 */
export function stoppable(child: ChildProcess): void {
  if (running.size === 0) for (const signal of Object.keys(exitCodes)) process.on(signal, stop);
  running.add(child);
  const forget = () => {
    running.delete(child);
    if (running.size === 0) for (const signal of Object.keys(exitCodes)) process.off(signal, stop);
  };
  child.once("close", forget).once("error", forget);
}

/** Ends the children first by request, then by force. */
async function stop(signal: NodeJS.Signals): Promise<void> {
  const children = [...running];
  const closed = Promise.all(children.map((child) => once(child, "close")));
  for (const child of children) signalGroup(child, "SIGTERM");
  await Promise.race([closed, delay(graceMs, undefined, { ref: false })]);
  for (const child of children) signalGroup(child, "SIGKILL");
  process.exit(exitCodes[signal as keyof typeof exitCodes]);
}

/** Signals the child, and its group if it leads one. */
export function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch {
    child.kill(signal);
  }
}
