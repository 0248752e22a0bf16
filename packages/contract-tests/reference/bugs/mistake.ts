import type { Rule } from "../rules.ts";

/** What a wrong implementation does, and the rule that it breaks. */
export interface Mistake {
  readonly title: string;
  readonly breaks: Rule;
}

/** Mistakes by the id of their switch. */
export type Mistakes = Readonly<Record<string, Mistake>>;
