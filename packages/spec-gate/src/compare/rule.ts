/** Who has to change something: those who send requests, those who read responses, or both. */
export type Audience = "callers" | "readers" | "both";

/** How a change is to be released. What could not be judged holds the gate like a breaking change. */
export type Impact = "none" | "patch" | "minor" | "not-judged" | "major";

/** From the least to the most that a change asks for. */
export const impacts: readonly Impact[] = ["none", "patch", "minor", "not-judged", "major"];

/** Whether a change of this impact must not be released as it is. */
export function isBlocking(impact: Impact): boolean {
  return impact === "major" || impact === "not-judged";
}

/** One kind of change. */
export interface Rule {
  readonly who: Audience | "nobody";
  readonly message: string;
  /** What to do instead; only where the change takes something away. */
  readonly instead?: string;
  readonly impact: Exclude<Impact, "none">;
}

/** The rules for a change and for the change back. */
export interface RulePair<Removed extends string, Added extends string> {
  /** The name of what the change takes away, and of what the change back adds. */
  readonly ids: readonly [Removed, Added];
  readonly removed: Rule;
  readonly added: Rule;
}

/** What to do instead of removing something. */
export const nextMajor =
  "keep it, mark it `deprecated: true`, and leave it out of the next major version of the API";

/** Makes a pair of rules. A change that is the same there and back has one name. */
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
