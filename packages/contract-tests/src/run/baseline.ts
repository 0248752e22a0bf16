import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { CaseOutcome } from "./outcome.ts";

/** Cases that are known to fail, so that a service that is older than the contract can start from where it is. */
export interface Baseline {
  /** The titles of the cases that may fail. */
  readonly knownFailures: readonly string[];
}

/** How a run differs from its baseline. */
export interface BaselineDifference {
  /** Failures that the baseline does not know. */
  readonly newFailures: readonly CaseOutcome[];
  readonly knownFailures: readonly CaseOutcome[];
  /** Titles in the baseline that pass now, or that no case has any more. */
  readonly outdated: readonly string[];
}

/**
 * Reads a baseline.
 *
 * @throws Error where the file is there and is none
 */
export function readBaseline(file: string): Baseline | undefined {
  if (!existsSync(file)) return undefined;
  const { knownFailures } = JSON.parse(readFileSync(file, "utf8")) as Partial<Baseline>;
  if (!Array.isArray(knownFailures))
    throw new Error(`${file} is no baseline: it has no list "knownFailures".`);
  return { knownFailures };
}

/** Writes a baseline of what fails now. */
export function writeBaseline(file: string, outcomes: readonly CaseOutcome[]): void {
  const knownFailures = outcomes
    .filter(({ outcome }) => outcome === "failed")
    .map(({ contractCase }) => contractCase.title);
  writeFileSync(file, `${JSON.stringify({ knownFailures }, undefined, 2)}\n`);
}

/** Compares a run with a baseline; without one every failure is new. */
export function compareWithBaseline(
  outcomes: readonly CaseOutcome[],
  { knownFailures }: Baseline = { knownFailures: [] },
): BaselineDifference {
  const failed = outcomes.filter(({ outcome }) => outcome === "failed");
  const isKnown = ({ contractCase }: CaseOutcome) => knownFailures.includes(contractCase.title);
  const isOutdated = (title: string) => {
    const found = outcomes.find(({ contractCase }) => contractCase.title === title);
    return found === undefined || found.outcome === "passed";
  };
  return {
    newFailures: failed.filter((one) => !isKnown(one)),
    knownFailures: failed.filter(isKnown),
    outdated: knownFailures.filter(isOutdated),
  };
}
