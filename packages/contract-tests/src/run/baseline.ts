import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { UsageError } from "@compute-host/command-line";
import type { CaseOutcome } from "./outcome.ts";

/** Known failures, so that a service that does not meet the contract yet can adopt the suite. */
export interface Baseline {
  /** The titles of the cases that may fail. */
  readonly knownFailures: readonly string[];
}

/** The difference between a run and its baseline. */
export interface BaselineDifference {
  /** Failures that the baseline does not list. */
  readonly newFailures: readonly CaseOutcome[];
  readonly knownFailures: readonly CaseOutcome[];
  /** Titles in the baseline that now pass or no longer exist. */
  readonly outdated: readonly string[];
}

/**
 * Reads a baseline.
 *
 * @throws UsageError if the file exists but is not a baseline
 */
export function readBaseline(file: string): Baseline | undefined {
  if (!existsSync(file)) return undefined;
  const knownFailures = knownFailuresOf(readFileSync(file, "utf8"));
  if (Array.isArray(knownFailures)) return { knownFailures };
  throw new UsageError(
    `${file} is not a baseline: it has no list "knownFailures". Write one with --write-baseline.`,
  );
}

function knownFailuresOf(text: string): unknown {
  try {
    return (JSON.parse(text) as Partial<Baseline> | null)?.knownFailures;
  } catch {
    return undefined;
  }
}

/** Writes a baseline of the current failures. */
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
