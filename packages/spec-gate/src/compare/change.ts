import type { Position } from "../document/source-file.ts";
import type { Audience, Impact } from "./rule.ts";
import type { RuleId } from "./rules.ts";

/** One change of the description, judged. */
export interface Change {
  readonly rule: RuleId | "text-changed" | "rearranged" | "malformed";
  readonly impact: Exclude<Impact, "none">;
  /** Who has to change something because of it; nobody where nothing breaks. */
  readonly who: Audience | "nobody";
  /** The operations that it concerns. */
  readonly subjects: readonly string[];
  /** The place within them. */
  readonly place: string;
  readonly message: string;
  readonly base?: string;
  readonly revision?: string;
  /** What to do instead; only for a breaking change. */
  readonly instead?: string;
  /** Where to look: in the revision where it has the place, otherwise in the base. */
  readonly location?: Position;
}

/** The verdict on a revision. */
export interface Verdict {
  readonly impact: Impact;
  readonly changes: readonly Change[];
}
