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
