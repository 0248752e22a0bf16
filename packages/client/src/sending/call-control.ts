import { assertArgument } from "../errors/errors.ts";

/** The longest timeout that platforms support, about 24.8 days. */
const maxTimeoutMs = 2 ** 31 - 1;

/** The running calls of each signal. They share a listener, because Node.js 20 warns about more than ten. */
const runningUnder = new WeakMap<AbortSignal, Set<CallControl>>();

function stopAll(this: AbortSignal): void {
  for (const control of runningUnder.get(this) ?? []) control.stop(this.reason);
}

/** Controls work that has a timer, and that the caller's signal can stop at any time. */
export class CallControl {
  readonly #outer: AbortSignal | null | undefined;
  readonly #reject: (reason: unknown) => void;
  readonly #controller = new AbortController();
  /** Aborted when the work is stopped. */
  readonly signal: AbortSignal = this.#controller.signal;
  /** Called when the work is stopped. */
  onStop: ((reason: unknown) => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param outer the caller's signal, of this realm or another
   * @throws its reason if it is already aborted
   * @throws InvalidArgumentError if it is not a signal
   */
  constructor(outer: AbortSignal | null | undefined, reject: (reason: unknown) => void) {
    this.#outer = outer;
    this.#reject = reject;
    if (outer === undefined || outer === null) return;
    const isSignal = typeof outer.aborted === "boolean" && typeof outer.addEventListener === "function";
    assertArgument(isSignal, "signal must be an AbortSignal", outer);
    if (outer.aborted) throw outer.reason;
    const running = runningUnder.get(outer) ?? new Set();
    runningUnder.set(outer, running.add(this));
    // Adding a listener that is already there does nothing.
    outer.addEventListener("abort", stopAll);
  }

  /** Rejects, and aborts the work that is still running, even if it ignores its signal. */
  stop(reason: unknown): void {
    this.#reject(reason);
    this.end();
    this.#controller.abort(reason);
    this.onStop?.(reason);
  }

  /** Runs a function after a delay. There is one timer, so setting it again replaces it; a stop ends it. */
  setTimer(ms: number, run: () => void): void {
    clearTimeout(this.#timer);
    if (this.signal.aborted) return;
    if (ms <= 0) run();
    // A longer timeout would fire immediately, so the rest of the time follows.
    else this.#timer = setTimeout(() => this.setTimer(ms - maxTimeoutMs, run), Math.min(ms, maxTimeoutMs));
  }

  /** Called when the work has settled: stops the timer and removes the listener. */
  end(): void {
    clearTimeout(this.#timer);
    const outer = this.#outer;
    const running = outer && runningUnder.get(outer);
    running?.delete(this);
    if (!running?.size) outer?.removeEventListener("abort", stopAll);
  }
}

/** Runs work that the signal can stop. Once it has settled, no timer runs and no listener is left on the signal. */
export function superviseCall<T>(
  signal: AbortSignal | null | undefined,
  work: (control: CallControl) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const control = new CallControl(signal, reject);
    void settle(control, work).then(resolve, reject);
  });
}

async function settle<T>(control: CallControl, work: (control: CallControl) => Promise<T>): Promise<T> {
  try {
    return await work(control);
  } finally {
    control.end();
  }
}
