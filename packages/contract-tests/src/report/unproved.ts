import type { CaseOutcome } from "../run/outcome.ts";
import matrix from "./matrix.gen.json" with { type: "json" };

type Rows = Readonly<Record<string, { readonly bugs?: Readonly<Record<string, string | null>> }>>;

/** What a run does not prove for one reason. */
export interface Unproved {
  /** Why the cases were left out, and what would let them run. */
  readonly reason: string;
  /** The titles of the cases. */
  readonly cases: readonly string[];
  /** The known mistakes of implementations that these cases detect, by their names in the reference implementation. */
  readonly mistakes: readonly string[];
}

const mistakes = Object.values(matrix as Rows).flatMap(({ bugs = {} }) => Object.entries(bugs));

/** The number of mistakes that the suite is known to detect. */
export const knownMistakes = mistakes.length;

/** Returns what a run leaves unproved, the reason that hides the most mistakes first. */
export function unprovedOf(outcomes: readonly CaseOutcome[]): readonly Unproved[] {
  const leftOut = outcomes.filter(({ outcome }) => outcome === "left out");
  const byReason = Map.groupBy(leftOut, ({ reason = "" }) => reason);
  return [...byReason]
    .map(([reason, all]) => {
      const cases = all.map(({ contractCase }) => contractCase.title);
      const own = mistakes.filter(([, detector]) => detector !== null && cases.includes(detector));
      return { reason, cases, mistakes: own.map(([name]) => name) };
    })
    .toSorted((one, other) => other.mistakes.length - one.mistakes.length);
}

/** Counts the mistakes that a run leaves unnoticed. */
export function unnoticedIn(unproved: readonly Unproved[]): number {
  return unproved.reduce((sum, one) => sum + one.mistakes.length, 0);
}
