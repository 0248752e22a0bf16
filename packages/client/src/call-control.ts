/** What stops a call, in the hands of the work that it stops. */
export interface CallControl {
  /** Aborted when the call was stopped. */
  signal: AbortSignal;
  /** Rejects the call with the reason and aborts what is under way. */
  stop(reason: unknown): void;
  /** Runs a function after a time; there is one timer, and setting it again replaces it. */
  setTimer(ms: number, run: () => void): void;
}

/** The longest time that `setTimeout` keeps; above it fires at once. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * Runs work that the caller's signal can stop at any moment, whether or not what is under way heeds a signal itself.
 * When the call has ended, no timer runs and no listener is left on the signal.
 */
export function superviseCall<T>(
  signal: AbortSignal | undefined,
  work: (control: CallControl) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    };
    const stop = (reason: unknown) => {
      end();
      reject(reason);
      controller.abort(reason);
    };
    const onAbort = () => stop(signal?.reason);
    const setTimer = (ms: number, run: () => void) => {
      clearTimeout(timer);
      if (!controller.signal.aborted && ms <= longestTimerMs) timer = setTimeout(run, ms);
    };
    if (signal?.aborted) return onAbort();
    signal?.addEventListener("abort", onAbort);
    work({ signal: controller.signal, stop, setTimer }).finally(end).then(resolve, reject);
  });
}
