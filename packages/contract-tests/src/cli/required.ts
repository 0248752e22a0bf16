import { UsageError } from "@compute-host/command-line";
import type { ContractCase } from "../cases/contract-case.ts";
import type { Basis } from "../openapi/rules.ts";
import type { CaseOutcome } from "../run/outcome.ts";

const basesByName: Readonly<Record<string, Basis>> = { interface: "interface", decisions: "decision" };

/** Whether a name matches a case by its operation, theme, part of its title, or by whose word it is about. */
function isNamed({ title, theme, operationId }: ContractCase, name: string, basis?: Basis): boolean {
  const wanted = name.toLowerCase();
  if (Object.hasOwn(basesByName, wanted)) return basis === undefined || basesByName[wanted] === basis;
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
    ({ outcome, contractCase, basis }) =>
      outcome === "left out" && names.some((name) => isNamed(contractCase, name, basis)),
  );
}
