/** Who has to change something: those who send requests, those who read answers, or both. */
export type Audience = "callers" | "readers" | "both";

/** How a change is to be released. */
export type Impact = "none" | "patch" | "minor" | "major";

/** One kind of change, in both directions of time. */
export interface Rule {
  readonly who: Audience;
  /** What the change takes away. */
  readonly lost: string;
  /** What the opposite change adds. */
  readonly gained: string;
  /** What to do instead of taking it away. */
  readonly instead: string;
  /** What the removal asks for; the opposite change is always minor. */
  readonly impact: "minor" | "major";
}

/** What to do instead of removing something. */
export const nextMajor =
  "keep it, mark it `deprecated: true`, and leave it out of the next major version of the API";

/** Makes a rule. */
export function rule(
  who: Audience,
  lost: string,
  gained: string,
  instead: string,
  impact: "minor" | "major" = "major",
): Rule {
  return { who, lost, gained, instead, impact };
}
