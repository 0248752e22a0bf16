/** A value of a computer that only one caller changes, so that each reader knows what it may be. */
export class Register {
  readonly computerId: string;
  /** The member of the record, or another name for the value. */
  readonly name: string;
  /** The last value that was acknowledged or seen since. */
  acknowledged: string;
  /** Values with an unknown outcome: each may take effect, even late. */
  readonly unknown = new Set<string>();
  /** Values that were refused. */
  readonly refused = new Set<string>();

  constructor(computerId: string, name: string, acknowledged: string) {
    this.computerId = computerId;
    this.name = name;
    this.acknowledged = acknowledged;
  }

  /**
   * Judges a value that was read while no write was in flight.
   *
   * @param readAgain Reads it once more in the same place; `undefined` without a response.
   * @returns what is wrong with it, in one line
   */
  async judge(value: string, readAgain: () => Promise<string | undefined>): Promise<string | undefined> {
    if (value === this.acknowledged) return undefined;
    const expected = this.acknowledged;
    const where = `${this.computerId}.${this.name} is "${value}", "${expected}" was acknowledged`;
    if (this.unknown.delete(value)) {
      this.acknowledged = value;
      return undefined;
    }
    const isStale = (await readAgain()) === expected;
    // One line for each loss.
    if (!isStale) this.acknowledged = value;
    if (this.refused.has(value)) return `503 that took effect: ${where}`;
    return `${isStale ? "stale" : "lost"}: ${where}`;
  }
}
