import type { Operation, ParameterPlace } from "@compute-host/openapi/model";
import type { ContractRequest } from "../../http/exchange.ts";
import type { CaseContext, PathValues } from "../contract-case.ts";
import { exampleOf } from "../fixtures.ts";

/** A request on a record that is there; it is read, or not changed by what is sent. */
export async function requestOnExisting(
  context: CaseContext,
  operation: Operation,
): Promise<ContractRequest> {
  return plainRequest(context, operation, await context.fixtures.existing(context, operation));
}

/** A request on a record that may be changed, since a wrong service may do what it is to refuse. */
export async function requestOnChangeable(
  context: CaseContext,
  operation: Operation,
): Promise<ContractRequest> {
  return plainRequest(context, operation, await context.fixtures.changeable(context, operation));
}

/** A request on no record. */
export function requestOnMissing(context: CaseContext, operation: Operation): ContractRequest {
  return plainRequest(context, operation, context.fixtures.missing(operation));
}

/** The smallest request that an operation takes: required parameters, and a body that changes nothing. */
function plainRequest(
  { api, fixtures }: CaseContext,
  operation: Operation,
  path: PathValues,
): ContractRequest {
  const required = operation.parameters.filter(({ isRequired, in: place }) => isRequired && place !== "path");
  const valuesIn = (place: ParameterPlace) =>
    required
      .filter((parameter) => parameter.in === place)
      .map((parameter) => [parameter.name, String(exampleOf(api, parameter))] as const);
  return {
    operation,
    path,
    query: valuesIn("query"),
    headers: Object.fromEntries(valuesIn("header")),
    json: fixtures.harmlessBody(api, operation),
  };
}

/** Whether an operation only reads. */
export function isSafe({ method }: Operation): boolean {
  return method === "GET" || method === "HEAD";
}

/**
 * A request that is to be refused whatever it concerns. It concerns a record only where a wrong service could do no
 * harm by taking it: by reading, or where the body changes nothing.
 */
export async function requestToRefuse(context: CaseContext, operation: Operation): Promise<ContractRequest> {
  if (isSafe(operation) && context.target.lacks.keepsState === undefined) {
    return requestOnExisting(context, operation);
  }
  return requestOnMissing(context, operation);
}

/** Whether an operation may destroy what it concerns: by its method, or because the description marks it so. */
export function isDestructive(operation: Operation, document: Readonly<Record<string, unknown>>): boolean {
  const paths = (document.paths ?? {}) as Record<string, Record<string, Record<string, unknown> | undefined>>;
  const described = paths[operation.path]?.[operation.method.toLowerCase()];
  return operation.method === "DELETE" || described?.["x-destructive"] === true;
}
