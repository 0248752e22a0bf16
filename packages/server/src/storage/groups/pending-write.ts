/** A write whose caller waits for its commit. */
export class PendingWrite<Context> {
  readonly #operation: (context: Context) => unknown;
  readonly #caller: PromiseWithResolvers<unknown>;
  #outcome: { readonly result: unknown } | { readonly error: unknown } | undefined;

  constructor(operation: (context: Context) => unknown, caller: PromiseWithResolvers<unknown>) {
    this.#operation = operation;
    this.#caller = caller;
  }

  /** Runs the operation inside a transaction, and keeps what it returns or throws. */
  run(context: Context): void {
    try {
      this.#outcome = { result: this.#operation(context) };
    } catch (error) {
      this.#outcome = { error };
    }
  }

  /** What the operation threw. */
  get error(): unknown {
    return this.#outcome && "error" in this.#outcome ? this.#outcome.error : undefined;
  }

  /** Gives the caller the outcome, after the commit. */
  settle(): void {
    if (this.#outcome === undefined) this.reject(new Error("the write was not run"));
    else if ("error" in this.#outcome) this.reject(this.#outcome.error);
    else this.#caller.resolve(this.#outcome.result);
  }

  /** Fails the caller, whatever the outcome was. */
  reject(error: unknown): void {
    this.#caller.reject(error);
  }
}
