/** Each is called with the reason when something begins to fail, and with `undefined` when it works again. */
export interface FailureListeners {
  /** Reads, and writes with them. */
  readonly onReadsChange?: ((failure: string | undefined) => void) | undefined;
  /** Writes, while reads continue. */
  readonly onWritesChange?: ((failure: string | undefined) => void) | undefined;
  /** SQLite: reads of some pages. */
  readonly onDamageChange?: ((failure: string | undefined) => void) | undefined;
}

/** Tracks whether something is failing. */
export class FailureState {
  readonly #onChange: ((failure: string | undefined) => void) | undefined;
  #reason: string | undefined;

  /** Calls back with the reason when it begins to fail, and with `undefined` when it works again. */
  constructor(onChange: ((failure: string | undefined) => void) | undefined) {
    this.#onChange = onChange;
  }

  get isFailing(): boolean {
    return this.#reason !== undefined;
  }

  get reason(): string | undefined {
    return this.#reason;
  }

  set(reason: string | undefined): void {
    if (this.isFailing !== (reason !== undefined)) this.#onChange?.(reason);
    this.#reason = reason;
  }
}
