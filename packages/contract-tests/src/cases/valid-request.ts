import type { ContractRequest } from "../http/exchange.ts";
import type { Operation } from "../spec/operations.ts";
import type { CaseContext } from "./contract-case.ts";

/**
 * The plainest request that an operation accepts: its path parameters and, where it needs one, a body. A
 * target with state is asked for a computer that it has, and its update is one that changes nothing.
 */
export function validRequest({ survey }: Pick<CaseContext, "survey">, operation: Operation): ContractRequest {
  const pathParameters = operation.parameters.filter((parameter) => parameter.in === "path");
  const path = Object.fromEntries(
    pathParameters.map(({ name, example }) => [name, survey.computers[0]?.id ?? String(example)]),
  );
  return { operation, path, ...(operation.requestBody ? { json: {} } : {}) };
}
