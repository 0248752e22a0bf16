/** Tracks whether a database is failing. */
export class FailureState {
  readonly #onChange: ((failure: string | undefined) => void) | undefined;
  #reason: string | undefined;
  /** How many reads and commits have failed. */
  failures = 0;

  /** Calls back with the reason when the database begins to fail, and with `undefined` when it works again. */
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
