import type { Operation } from "@compute-host/openapi";
import type { CheckName } from "../../conformance/check-names.ts";
import type { RuleId } from "../../openapi/rules.gen.ts";
import type { ContractCase } from "../contract-case.ts";

/** Creates a case about the body of an operation. */
export function bodyCase(
  operation: Operation,
  behaviour: string,
  check: CheckName,
  rules: readonly RuleId[],
): Omit<ContractCase, "run"> {
  return {
    title: `${operation.operationId} ${behaviour}`,
    theme: "bodies",
    operationId: operation.operationId,
    checks: [check],
    rules,
    needs: [],
  };
}
