import type { Position } from "../../document/source-file.ts";
import type { Audience, Impact } from "../rule.ts";
import type { RuleId } from "../rules.ts";

/** A request or response that its sender's version accepts and its reader's version refuses. */
export interface Witness {
  /** The parts that matter: `path`, `query`, `header`, `cookie` and `body`. */
  readonly message: Readonly<Record<string, unknown>>;
  /** What the validator says about it on the reader's version. */
  readonly problem: string;
}

/**
 * How a breaking change is known to break: a validator shows it on a value, only the rule says so (what callers or
 * readers go by is gone, or something new has to be sent), or neither.
 */
export interface Evidence {
  readonly class: "shown" | "by-rule" | "not-shown";
  readonly witness?: Witness;
}

/** One change to the description, with its verdict. */
export interface Change {
  readonly rule: RuleId | "text-changed" | "rearranged" | "malformed" | "description-removed";
  readonly impact: Exclude<Impact, "none">;
  /** Who has to adapt to the change; `nobody` if nothing breaks. */
  readonly who: Audience | "nobody";
  /** The operations it affects, or `document`. */
  readonly subjects: readonly string[];
  /** The place within them. */
  readonly place: string;
  readonly message: string;
  readonly base?: string;
  readonly revision?: string;
  /** A compatible alternative; only for a breaking change. */
  readonly instead?: string;
  /**
   * A position in the revision, or in the base if the revision no longer has the place; `side` says so for a base
   * from git.
   */
  readonly location?: Position & { readonly side?: "base" };
  /** For a removal that the base announced with `deprecated` and `x-sunset`: the day, the last of several. */
  readonly sunset?: string;
  /** How it is known to break; only for a breaking change, if requested. */
  readonly evidence?: Evidence;
}

/** The verdict on a revision. */
export interface Verdict {
  readonly impact: Impact;
  readonly changes: readonly Change[];
}
