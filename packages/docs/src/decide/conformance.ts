import { readFileSync } from "node:fs";
import type { Proof } from "./proofs.ts";

/** Which cases of the contract suite each target holds, as the suite itself tells it. */
export interface Conformance {
  readonly targets: readonly string[];
  readonly cases: readonly ConformanceCase[];
}

/** A case, and for each target that it concerns `true` or the reason why it was left out. */
export interface ConformanceCase {
  readonly title: string;
  readonly heldBy: Readonly<Record<string, true | string>>;
}

/** How far a target holds what some cases prove. */
export interface Verdict {
  readonly held: number;
  /** How many of the cases concern it: those about records do not concern a mock that has none. */
  readonly count: number;
  /** Cases that it was not asked, with the reasons. */
  readonly reasons: readonly string[];
}

/** Reads what the suite told. */
export function readConformance(): Conformance {
  const file = new URL("../../generated/conformance.gen.json", import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")) as Conformance;
}

/** The cases that prove something; none where no case can. */
export function casesOf({ cases }: Conformance, proof: Proof): ConformanceCase[] {
  if (typeof proof === "string") return [];
  return cases.filter(({ title }) => proof.some((pattern) => pattern.test(title)));
}

/** How far a target holds some cases. */
export function verdictOf(cases: readonly ConformanceCase[], target: string): Verdict {
  const outcomes = cases.flatMap(({ heldBy }) => heldBy[target] ?? []);
  return {
    count: outcomes.length,
    held: outcomes.filter((outcome) => outcome === true).length,
    reasons: [...new Set(outcomes.filter((outcome) => typeof outcome === "string"))],
  };
}
