import { uptime } from "node:os";

/** Reads the time and schedules calls. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Milliseconds of a monotonic clock, for durations. Setting the machine's clock does not affect it. */
  elapsed(): number;
  /** Calls back once after a delay in milliseconds. Returns a function that cancels it. */
  schedule(delayMs: number, callback: () => void): () => void;
}

/** The longest delay of a Node.js timer; a longer one would fire immediately. */
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

/**
 * The same in every process of the machine. On Linux it has a resolution of 10 ms and, unlike other clocks, continues
 * while the machine sleeps.
 */
function elapsed(): number {
  return process.platform === "linux" ? uptime() * 1_000 : Number(process.hrtime.bigint()) / 1e6;
}
