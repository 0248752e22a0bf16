import { assertArgument } from "./errors.ts";

/** Stops a call: rejects it with the reason and aborts its running work. */
export type Stop = (reason: unknown) => void;

/** Runs a function after a time; a call has one timer, and setting it again replaces it. */
export type SetTimer = (ms: number, run: () => void) => void;

/** What supervised work needs. */
export interface CallControl {
  /** Aborted when the call is stopped. */
  readonly signal: AbortSignal;
  readonly setTimer: SetTimer;
  readonly stop: Stop;
  /** Called with the reason when the call is stopped; a listener on the signal would cost as much as the rest of a call. */
  onStop?: Stop;
}

/** The longest timeout of the platforms, 24.8 days. */
const maxTimeoutMs = 2 ** 31 - 1;

/** The stop functions of the running calls of each signal. They share a listener, because Node.js 20 warns of more than ten. */
const stopsOf = new WeakMap<AbortSignal, Set<Stop>>();

function stopAll(this: AbortSignal): void {
  for (const stop of stopsOf.get(this) ?? []) stop(this.reason);
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
    const { signal: inner } = controller;
    const stops = signal && (stopsOf.get(signal) ?? new Set());
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ending =
      <R>(settle: (result: R) => void) =>
      (result: R) => {
        clearTimeout(timer);
        stops?.delete(stop);
        if (!stops?.size) signal?.removeEventListener("abort", stopAll);
        settle(result);
      };
    const stop = (reason: unknown) => {
      ending(reject)(reason);
      control.onStop?.(reason);
      controller.abort(reason);
    };
    const setTimer: SetTimer = (ms, run) => {
      clearTimeout(timer);
      if (ms <= 0) run();
      // A longer timeout would fire immediately: the rest follows.
      else if (!inner.aborted)
        timer = setTimeout(setTimer, Math.min(ms, maxTimeoutMs), ms - maxTimeoutMs, run);
    };
    if (stops) {
      assertArgument(signal.addEventListener, "signal must be an AbortSignal");
      stopsOf.set(signal, stops.add(stop));
      // Adding a listener that is already there does nothing.
      signal.addEventListener("abort", stopAll);
    }
    // `finally` would cost every call two promises more.
    const control: CallControl = { signal: inner, setTimer, stop };
    work(control).then(ending(resolve), ending(reject));
  });
}
