import { UsageError } from "@compute-host/command-line";
import type { ContractCase } from "../cases/contract-case.ts";
import type { CaseOutcome } from "../run/outcome.ts";

/** Whether a name matches a case by its operation, theme or part of its title. */
function isNamed({ title, theme, operationId }: ContractCase, name: string): boolean {
  const wanted = name.toLowerCase();
  return (
    wanted === "all" ||
    operationId.toLowerCase() === wanted ||
    theme.toLowerCase() === wanted ||
    title.toLowerCase().includes(wanted)
  );
}

/**
 * Checks that every name matches a case.
 *
 * @throws UsageError if a name matches no case
 */
export function checkNames(names: readonly string[], cases: readonly ContractCase[]): void {
  const unknown = names.find((name) => !cases.some((one) => isNamed(one, name)));
  if (unknown === undefined) return;
  throw new UsageError(`--require ${unknown}: no case has that operation, theme or title; see --list.`);
}

/** Returns the outcomes of required cases that were left out. */
export function missingOf(names: readonly string[], outcomes: readonly CaseOutcome[]): CaseOutcome[] {
  return outcomes.filter(
    ({ outcome, contractCase }) =>
      outcome === "left out" && names.some((name) => isNamed(contractCase, name)),
  );
}
