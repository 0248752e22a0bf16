/** The time, and waiting for it. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Calls back once after a delay in milliseconds; the function that it returns cancels that. */
  schedule(delayMs: number, callback: () => void): () => void;
}

/** The longest delay that Node.js timers keep; a longer one would fire at once. */
const maxTimerMs = 2 ** 31 - 1;

/** The real time. Waiting does not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  schedule(delayMs, callback) {
    const timer = setTimeout(callback, Math.min(delayMs, maxTimerMs)).unref();
    return () => clearTimeout(timer);
  },
};
