/** What a host remembers in addition to its computers: only some bugs and variants need it. */
export class Memory {
  readonly #kept = new Map<string, { readonly value: unknown; readonly at: number }>();

  /** Returns what is kept under a key; makes it if there is nothing, or if it was made at least `forMs` ago. */
  keep<Value>(key: string, make: () => Value, forMs = Number.POSITIVE_INFINITY): Value {
    if (this.since(key) >= forMs) this.#kept.delete(key);
    if (!this.#kept.has(key)) this.#kept.set(key, { value: make(), at: performance.now() });
    return this.#kept.get(key)?.value as Value;
  }

  /** Counts calls. */
  count(key: string): number {
    const counter = this.keep(`count of ${key}`, () => ({ calls: 0 }));
    counter.calls += 1;
    return counter.calls;
  }

  /** Notes that something happens now. */
  note(key: string): void {
    this.#kept.set(key, { value: undefined, at: performance.now() });
  }

  /** Returns how many milliseconds ago something was noted or kept. */
  since(key: string): number {
    return performance.now() - (this.#kept.get(key)?.at ?? Number.NEGATIVE_INFINITY);
  }
}
