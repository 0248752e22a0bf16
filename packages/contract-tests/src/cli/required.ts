import type { ContractCase } from "../cases/contract-case.ts";
import type { CaseOutcome } from "../run/outcome.ts";
import { UsageError } from "./options.ts";

/** Whether a name stands for a case: its operation, its theme, or a part of its title. */
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
 * Checks that every name stands for a case.
 *
 * @throws UsageError where one does not
 */
export function checkNames(names: readonly string[], cases: readonly ContractCase[]): void {
  const unknown = names.find((name) => !cases.some((one) => isNamed(one, name)));
  if (unknown === undefined) return;
  throw new UsageError(`--require ${unknown}: no case has that operation, theme or title; see --list.`);
}

/** The outcomes of required cases that were left out. */
export function missingOf(names: readonly string[], outcomes: readonly CaseOutcome[]): CaseOutcome[] {
  return outcomes.filter(
    ({ outcome, contractCase }) =>
      outcome === "left out" && names.some((name) => isNamed(contractCase, name)),
  );
}
