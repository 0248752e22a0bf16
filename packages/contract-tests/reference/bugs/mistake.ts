import type { Rule } from "../rules.ts";

/** A mistake of a wrong implementation, and the rule it breaks. */
export interface Mistake {
  readonly title: string;
  readonly breaks: Rule;
}

/** Mistakes by the ID of their switch. */
export type Mistakes = Readonly<Record<string, Mistake>>;
