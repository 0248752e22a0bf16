/** Who has to adapt: clients that send requests, clients that read responses, or both. */
export type Audience = "callers" | "readers" | "both";

/** The kind of release a change requires. A change without a verdict blocks the gate like a breaking one. */
export type Impact = "none" | "patch" | "minor" | "not-judged" | "major";

/** All impacts, from the weakest to the strongest. */
export const impacts: readonly Impact[] = ["none", "patch", "minor", "not-judged", "major"];

/** Whether a change with this impact must not be released as it is. */
export function isBlocking(impact: Impact): boolean {
  return impact === "major" || impact === "not-judged";
}

/** A kind of change. */
export interface Rule {
  readonly who: Audience | "nobody";
  readonly message: string;
  /** A compatible alternative; only for a change that takes something away. */
  readonly instead?: string;
  readonly impact: Exclude<Impact, "none">;
}

/** The rules for a change and for its reverse. */
export interface RulePair<Removed extends string, Added extends string> {
  /** The ID of the removal, and of the addition that reverses it. */
  readonly ids: readonly [Removed, Added];
  readonly removed: Rule;
  readonly added: Rule;
}

/** The advice for everything that should not be removed. */
export const nextMajor =
  "keep it, mark it `deprecated: true`, and leave it out of the next major version of the API";

/** Creates a pair of rules. A change that is its own reverse has a single ID. */
export function pair<const Removed extends string, const Added extends string>(
  ids: readonly [Removed, Added],
  who: Audience,
  removed: string,
  added: string,
  instead: string,
  impact: Rule["impact"] = "major",
): RulePair<Removed, Added> {
  return {
    ids,
    removed: { who: isBlocking(impact) ? who : "nobody", message: removed, instead, impact },
    added: { who: "nobody", message: added, impact: "minor" },
  };
}
