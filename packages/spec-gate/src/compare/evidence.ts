/**
 * How a breaking change is known to break: a validator shows it on a value, the place itself is gone (readers and
 * callers go by its name), or neither.
 */
export type EvidenceClass = "shown" | "by-rule" | "not-shown";

/** A request or response that its sender's version accepts and its reader's version refuses. */
export interface Witness {
  /** The parts that matter: `path`, `query`, `header`, `cookie` and `body`. */
  readonly message: Readonly<Record<string, unknown>>;
  /** What the validator says about it on the reader's version. */
  readonly problem: string;
  /** The request as a command, on `example.com` and without credentials; only for what callers send in usual styles. */
  readonly curl?: string;
}

/** The evidence for a breaking change. */
export interface Evidence {
  readonly class: EvidenceClass;
  readonly witness?: Witness;
}
