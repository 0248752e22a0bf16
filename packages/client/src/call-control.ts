import { InvalidArgumentError } from "./errors.ts";

/** The longest time that `setTimeout` keeps; above it fires at once. */
const longestTimerMs = 2 ** 31 - 1;

/** What stops a call, in the hands of the work that it stops. */
export interface CallControl {
  /** Aborted when the call was stopped. */
  readonly signal: AbortSignal;
  /** Called with the reason when the call is stopped. */
  onStop?: (reason: unknown) => void;
  /** Rejects the call with the reason and aborts its running work. */
  stop(reason: unknown): void;
  /** Runs a function after a time; there is one timer, and setting it again replaces it. */
  setTimer(ms: number, run: () => void): void;
}

/** Stops one call; called with the reason. */
type Stop = (reason: unknown) => void;

/** The running calls of each signal. They share one listener: Node.js 20 warns of more than ten. */
const followed = new WeakMap<AbortSignal, { readonly stops: Set<Stop>; readonly listener: () => void }>();

/** Stops a call when the signal is aborted, until the function that it returns is called. */
function follow(signal: AbortSignal, stop: Stop): () => void {
  if (typeof signal.addEventListener !== "function") {
    throw new InvalidArgumentError("signal must be an AbortSignal");
  }
  let calls = followed.get(signal);
  if (!calls) {
    const stops = new Set<Stop>();
    const listener = () => {
      for (const one of [...stops]) one(signal.reason);
    };
    calls = { stops, listener };
    followed.set(signal, calls);
  }
  const { stops, listener } = calls;
  if (!stops.size) signal.addEventListener("abort", listener);
  stops.add(stop);
  return () => {
    stops.delete(stop);
    if (!stops.size) signal.removeEventListener("abort", listener);
  };
}

/**
 * Runs work that the caller's signal can stop at any moment, even if the pending operation ignores its signal.
 * When the call has ended, no timer runs and no listener is left on the signal.
 */
export function superviseCall<T>(
  signal: AbortSignal | undefined,
  work: (control: CallControl) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const control: CallControl = {
      signal: controller.signal,
      stop(reason) {
        end();
        control.onStop?.(reason);
        reject(reason);
        controller.abort(reason);
      },
      setTimer(ms, run) {
        clearTimeout(timer);
        if (!controller.signal.aborted && ms <= longestTimerMs) timer = setTimeout(run, ms);
      },
    };
    const unfollow = signal && follow(signal, control.stop);
    const end = () => {
      clearTimeout(timer);
      unfollow?.();
    };
    // `finally` would cost every call two promises more.
    work(control).then(
      (result) => {
        end();
        resolve(result);
      },
      (error) => {
        end();
        reject(error);
      },
    );
  });
}
