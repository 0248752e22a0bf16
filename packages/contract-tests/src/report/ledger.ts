/** One answer that a case got: which documented response it was, and which example of it. */
export interface LedgerEntry {
  case: string;
  operationId: string;
  /** Three digits, or `default`. */
  status: string;
  example?: string | undefined;
  /** The example of the spec that was sent. */
  requestExample?: string | undefined;
}

/** A case that was left out of a run, and why. */
export interface SkippedCase {
  title: string;
  operationId: string;
  reason: string;
}

/** Everything that one run exercised. */
export interface Ledger {
  entries: LedgerEntry[];
  record(entry: LedgerEntry): void;
}

/** Starts an empty ledger. */
export function createLedger(): Ledger {
  const entries: LedgerEntry[] = [];
  return { entries, record: (entry) => void entries.push(entry) };
}
