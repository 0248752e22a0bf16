/** The longest time that `setTimeout` keeps; above it fires at once. */
const longestTimerMs = 2 ** 31 - 1;

/** What stops a call, in the hands of the work that it stops. */
export class CallControl {
  readonly #controller = new AbortController();
  readonly #reject: (reason: unknown) => void;
  readonly #caller: AbortSignal | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Aborted when the call was stopped. */
  readonly signal: AbortSignal = this.#controller.signal;

  constructor(caller: AbortSignal | undefined, reject: (reason: unknown) => void) {
    this.#caller = caller;
    this.#reject = reject;
    caller?.addEventListener("abort", this);
  }

  /** Called when the caller's signal is aborted: the control listens itself, which spares each call a function. */
  handleEvent(): void {
    this.stop(this.#caller?.reason);
  }

  /** Rejects the call with the reason and aborts its running work. */
  stop(reason: unknown): void {
    this.end();
    this.#reject(reason);
    this.#controller.abort(reason);
  }

  /** Runs a function after a time; there is one timer, and setting it again replaces it. */
  setTimer(ms: number, run: () => void): void {
    clearTimeout(this.#timer);
    if (!this.signal.aborted && ms <= longestTimerMs) this.#timer = setTimeout(run, ms);
  }

  /** Leaves no timer running and no listener on the caller's signal. */
  end(): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener("abort", this);
  }
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
    const control = new CallControl(signal, reject);
    work(control).then(
      (result) => {
        control.end();
        resolve(result);
      },
      (error) => {
        control.end();
        reject(error);
      },
    );
  });
}
