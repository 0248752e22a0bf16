import { assertArgument } from "./errors.ts";

/** The longest timeout of the platforms, 24.8 days. */
const maxTimeoutMs = 2 ** 31 - 1;

/** What runs under each signal. They share a listener, because Node.js 20 warns of more than ten. */
const runningUnder = new WeakMap<AbortSignal, Set<CallControl<never>>>();

function stopAll(this: AbortSignal): void {
  for (const control of runningUnder.get(this) ?? []) control.stop(this.reason);
}

/**
 * Settles the promise of work that the caller's signal can stop at any moment, even if the pending operation ignores its
 * signal. When it has settled, no timer runs and no listener is left on the signal.
 */
export class CallControl<T> {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal | undefined;
  readonly #settle: { resolve(result: T): void; reject(reason: unknown): void };
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param outer the caller's signal
   * @throws its reason if it is aborted already
   */
  constructor(
    outer: AbortSignal | undefined,
    resolve: (result: T) => void,
    reject: (reason: unknown) => void,
  ) {
    this.#outer = outer;
    this.#settle = { resolve, reject };
    if (!outer) return;
    assertArgument(outer.addEventListener, "signal must be an AbortSignal");
    if (outer.aborted) throw outer.reason;
    const running = runningUnder.get(outer) ?? new Set();
    runningUnder.set(outer, running.add(this as CallControl<never>));
    if (running.size === 1) outer.addEventListener("abort", stopAll);
  }

  /** Aborted when the work is stopped. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  resolve(result: T): void {
    this.#end();
    this.#settle.resolve(result);
  }

  reject(reason: unknown): void {
    this.#end();
    this.#settle.reject(reason);
  }

  /** Rejects, and aborts the work that is still running. */
  stop(reason: unknown): void {
    this.reject(reason);
    this.onStop(reason);
    this.#controller.abort(reason);
  }

  /** Called when the work is stopped; a listener on the signal would cost as much as the rest of a call. */
  protected onStop(_reason: unknown): void {}

  /** Runs a function after a time. There is one timer, and setting it again replaces it. */
  setTimer(ms: number, run: () => void): void {
    clearTimeout(this.#timer);
    if (ms <= 0) run();
    // A longer timeout would fire immediately: the rest follows.
    else if (!this.signal.aborted)
      this.#timer = setTimeout(() => this.setTimer(ms - maxTimeoutMs, run), Math.min(ms, maxTimeoutMs));
  }

  #end(): void {
    clearTimeout(this.#timer);
    const outer = this.#outer;
    const running = outer && runningUnder.get(outer);
    if (running?.delete(this as CallControl<never>) && !running.size)
      outer?.removeEventListener("abort", stopAll);
  }
}

/** Runs work that the caller's signal can stop. */
export function superviseCall<T>(
  signal: AbortSignal | undefined,
  work: (control: CallControl<T>) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const control = new CallControl(signal, resolve, reject);
    work(control).then(
      (result) => control.resolve(result),
      (reason) => control.reject(reason),
    );
  });
}
