import { uptime } from "node:os";

/** The time, and waiting for it. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Milliseconds of a monotonic clock, for durations: setting the machine's clock does not change them. */
  elapsed(): number;
  /** Calls back once after a delay in milliseconds, at most 24.8 days; the function that it returns cancels that. */
  schedule(delayMs: number, callback: () => void): () => void;
}

/** The longest delay of a Node.js timer, 24.8 days; a longer one would fire immediately. */
export const maxTimerMs = 2 ** 31 - 1;

/** The real time. Waiting does not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed,
  schedule(delayMs, callback) {
    const timer = setTimeout(callback, Math.min(delayMs, maxTimerMs)).unref();
    return () => clearTimeout(timer);
  },
};

/** The same in every process of the machine. On Linux it rises in steps of 10 ms, and while the machine sleeps, unlike other clocks. */
function elapsed(): number {
  return process.platform === "linux" ? uptime() * 1_000 : Number(process.hrtime.bigint()) / 1e6;
}
