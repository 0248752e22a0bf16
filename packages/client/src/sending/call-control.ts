/** The longest timeout that platforms support, about 24.8 days. */
const maxTimeoutMs = 2 ** 31 - 1;

/** Controls work that has a timer, and that the caller's signal can stop at any time. */
export interface CallControl {
  /** Aborted when the work is stopped. */
  readonly signal: AbortSignal;
  /** Called when the work is stopped. */
  onStop?: (reason: unknown) => void;
  /** Rejects, and aborts the work that is still running, even if it ignores its signal. */
  stop(reason: unknown): void;
  /** Runs a function after a delay. There is one timer, so setting it again replaces it; a stop ends it. */
  setTimer(ms: number, run: () => void): void;
}

/** What stops the running work of each signal. It shares a listener, because Node.js 20 warns about more than ten. */
const stopsUnder = new WeakMap<AbortSignal, Set<CallControl["stop"]>>();

function stopAll(this: AbortSignal): void {
  for (const stop of stopsUnder.get(this) ?? []) stop(this.reason);
}

/**
 * Runs work that the signal can stop. Once it has settled, no timer runs and no listener is left on the signal.
 *
 * @param outer the caller's signal, of this realm or another
 */
export function superviseCall<T>(
  outer: AbortSignal | null | undefined,
  work: (control: CallControl) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    if (outer?.aborted) throw outer.reason;
    const controller = new AbortController();
    const { signal } = controller;
    let timer: ReturnType<typeof setTimeout> | undefined;

    function end(): void {
      clearTimeout(timer);
      if (!outer) return;
      const stops = stopsUnder.get(outer);
      stops?.delete(control.stop);
      if (!stops?.size) outer.removeEventListener("abort", stopAll);
    }

    const control: CallControl = {
      signal,
      stop(reason) {
        reject(reason);
        end();
        controller.abort(reason);
        control.onStop?.(reason);
      },
      setTimer(ms, run) {
        clearTimeout(timer);
        if (signal.aborted) return;
        if (ms <= 0) run();
        // A longer timeout would fire immediately, so the rest of the time follows.
        else timer = setTimeout(() => control.setTimer(ms - maxTimeoutMs, run), Math.min(ms, maxTimeoutMs));
      },
    };
    if (outer) {
      stopsUnder.set(outer, (stopsUnder.get(outer) ?? new Set()).add(control.stop));
      // Adding a listener that is already there does nothing.
      outer.addEventListener("abort", stopAll);
    }
    work(control).then(
      (value) => {
        end();
        resolve(value);
      },
      (error) => {
        end();
        reject(error);
      },
    );
  });
}
