import { type Operation, type ParameterPlace, successesOf } from "@compute-host/openapi";
import type { ContractRequest } from "../../http/exchange.ts";
import type { CaseContext, PathValues } from "../contract-case.ts";
import { exampleOf } from "../examples.ts";

/** Creates a request for an existing record that only reads it or does not change it. */
export async function requestOnExisting(
  context: CaseContext,
  operation: Operation,
): Promise<ContractRequest> {
  return plainRequest(context, operation, await context.fixtures.existing(context, operation));
}

/** Creates a request for a record that may be changed, because a wrong service may do what it should refuse. */
export async function requestOnChangeable(
  context: CaseContext,
  operation: Operation,
): Promise<ContractRequest> {
  return plainRequest(context, operation, await context.fixtures.changeable(context, operation));
}

/** Creates a request for a record that does not exist. */
export function requestOnMissing(context: CaseContext, operation: Operation): ContractRequest {
  return plainRequest(context, operation, context.fixtures.missing(operation));
}

/** Creates the smallest valid request for an operation: required parameters, and a body that changes nothing. */
function plainRequest({ fixtures }: CaseContext, operation: Operation, path: PathValues): ContractRequest {
  const required = operation.parameters.filter(({ isRequired, in: place }) => isRequired && place !== "path");
  const valuesIn = (place: ParameterPlace) =>
    required
      .filter((parameter) => parameter.in === place)
      .map((parameter) => [parameter.name, String(exampleOf(parameter))] as const);
  return {
    operation,
    path,
    query: valuesIn("query"),
    headers: Object.fromEntries(valuesIn("header")),
    json: fixtures.harmlessBody(operation),
  };
}

/** Returns the statuses of an operation's successes. */
export function successStatusesOf(operation: Operation): number[] {
  return successesOf(operation).map(({ status }) => Number(status));
}

/** Whether an operation only reads. */
export function isSafe({ method }: Operation): boolean {
  return method === "GET";
}

/**
 * Creates a request to be refused in any case. Uses a record only if a wrong service that accepts the request could
 * do no harm, because it only reads or the body changes nothing.
 */
export async function requestToRefuse(context: CaseContext, operation: Operation): Promise<ContractRequest> {
  if (context.target.lacks.keepsState !== undefined) return requestOnMissing(context, operation);
  return isSafe(operation) ? requestOnExisting(context, operation) : requestOnMissing(context, operation);
}
