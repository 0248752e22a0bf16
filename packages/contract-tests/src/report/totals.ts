import type { Basis } from "../openapi/rules.ts";
import type { CaseOutcome, RunResult } from "../run/outcome.ts";

/** The label of cases that are about all operations. */
export const everyOperation = "every operation";

/** How many cases about the interface, or about this project's decisions, passed, failed and were left out. */
export type Totals = Readonly<Record<CaseOutcome["outcome"], number>>;

/** The share of cases that have to run, of those that the options of a run allow. */
export const usualShare = 0.75;

/** Counts outcomes. */
export function totalsOf(outcomes: readonly CaseOutcome[]): Totals {
  const count = (wanted: CaseOutcome["outcome"]) =>
    outcomes.filter(({ outcome }) => outcome === wanted).length;
  return { passed: count("passed"), failed: count("failed"), "left out": count("left out") };
}

/** Counts outcomes by whose rule they are about. */
export function totalsByBasis(outcomes: readonly CaseOutcome[]): Readonly<Record<Basis, Totals>> {
  const of = (basis: Basis) => totalsOf(outcomes.filter((one) => one.basis === basis));
  return { interface: of("interface"), decision: of("decision") };
}

/** Returns the share of cases that the records let run, of those that the options allow. */
export function shownShare({ outcomes, target }: Pick<RunResult, "outcomes" | "target">): number {
  const forbidden = new Set(Object.values(target.lacks));
  const allowed = outcomes.filter(({ reason }) => reason === undefined || !forbidden.has(reason));
  const { passed, failed } = totalsOf(allowed);
  return allowed.length === 0 ? 1 : (passed + failed) / allowed.length;
}

/** Formats a share in whole percent, never rounded up to all of it. */
export function percent(share: number): string {
  return `${Math.floor(share * 100)} %`;
}
