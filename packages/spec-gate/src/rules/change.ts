import type { Position } from "../document/source-file.ts";
import type { Evidence } from "./evidence.ts";
import type { Audience, Impact } from "./rule.ts";
import type { RuleId } from "./rules.ts";

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
  /** A position in the revision, or in the base if the revision no longer has the place. */
  readonly location?: Position;
  /** How it is known to break; only for a breaking change, if requested. */
  readonly evidence?: Evidence;
}

/** The verdict on a revision. */
export interface Verdict {
  readonly impact: Impact;
  readonly changes: readonly Change[];
}
