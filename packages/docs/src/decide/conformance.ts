import { readFileSync } from "node:fs";
import type { Proof } from "./proofs.ts";

/** The cases of the contract suite that each target passes, as the suite reported them. */
export interface Conformance {
  readonly targets: readonly string[];
  /** Why no case can show that some rules of the description are broken, by rule. */
  readonly unseen: Readonly<Record<string, string>>;
  readonly cases: readonly ConformanceCase[];
}

/** A case: for each target that it concerns, `true` or the reason why it was left out. */
export interface ConformanceCase {
  readonly title: string;
  /** The rules that it proves. */
  readonly rules: readonly string[];
  readonly heldBy: Readonly<Record<string, true | string>>;
}

/** How many of some cases a target passes. */
export interface Verdict {
  readonly held: number;
  /** The number of cases that concern it: those about rate limits concern the service alone. */
  readonly count: number;
  /** Cases that were left out, with the reasons. */
  readonly reasons: readonly string[];
}

/** Reads the report of the suite. */
export function readConformance(): Conformance {
  const file = new URL("../../generated/conformance.gen.json", import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")) as Conformance;
}

/** The cases that prove a statement; empty if no case can. */
export function conformanceCases({ cases }: Conformance, proof: Proof): ConformanceCase[] {
  if (typeof proof === "string") return [];
  return cases.filter(({ rules }) => rules.some((rule) => proof.includes(rule)));
}

/** Counts how many of some cases a target passes. */
export function describeVerdict(cases: readonly ConformanceCase[], target: string): Verdict {
  const outcomes = cases.flatMap(({ heldBy }) => heldBy[target] ?? []);
  return {
    count: outcomes.length,
    held: outcomes.filter((outcome) => outcome === true).length,
    reasons: [...new Set(outcomes.filter((outcome) => typeof outcome === "string"))],
  };
}
