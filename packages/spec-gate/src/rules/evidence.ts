/**
 * How a breaking change is known to break: a validator shows it on a value, the rule alone says so (what callers or
 * readers go by is gone, or something new has to be sent), or neither.
 */
export type EvidenceClass = "shown" | "by-rule" | "not-shown";

/** A request or response that its sender's version accepts and its reader's version refuses. */
export interface Witness {
  /** The parts that matter: `path`, `query`, `header`, `cookie` and `body`. */
  readonly message: Readonly<Record<string, unknown>>;
  /** What the validator says about it on the reader's version. */
  readonly problem: string;
}

/** The evidence for a breaking change. */
export interface Evidence {
  readonly class: EvidenceClass;
  readonly witness?: Witness;
}
