import type { Capability } from "../targets/capabilities.ts";
import type { ContractCase } from "./contract-case.ts";

type CaseBuilder = (
  behaviour: string,
  missingData: ContractCase["missingData"],
  run: ContractCase["run"],
) => ContractCase;

/**
 * Makes a builder of cases about what is decided of one operation, on a target that keeps state.
 *
 * @param alsoNeeds what the target has to be able to do besides
 */
export function caseBuilder(operationId: string, alsoNeeds: readonly Capability[] = []): CaseBuilder {
  return (behaviour, missingData, run) => ({
    title: `${operationId} ${behaviour}`,
    operationId,
    checks: ["decided_behaviour"],
    needs: ["keepsState", ...alsoNeeds],
    missingData,
    run,
  });
}
