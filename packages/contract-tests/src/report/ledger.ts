/** One answer that a case got: which documented response it was, and which example of it. */
export interface LedgerEntry {
  readonly case: string;
  readonly operationId: string;
  /** Three digits, or `default`. */
  readonly status: string;
  readonly example?: string | undefined;
  /** The example of the spec that was sent. */
  readonly requestExample?: string | undefined;
}

/** A case that was left out of a run, and why. */
export interface SkippedCase {
  readonly title: string;
  readonly operationId: string;
  readonly reason: string;
}

/** Everything that one run exercised. */
export interface Ledger {
  readonly entries: LedgerEntry[];
  record(entry: LedgerEntry): void;
}

/** Starts an empty ledger. */
export function createLedger(): Ledger {
  const entries: LedgerEntry[] = [];
  return { entries, record: (entry) => void entries.push(entry) };
}
