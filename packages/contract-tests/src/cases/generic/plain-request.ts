import type { Operation } from "@compute-host/openapi";
import type { ContractRequest } from "../../http/exchange.ts";
import { existingPath, missingPath } from "../computers/computer-fixtures.ts";
import type { CaseContext, PathValues } from "../contract-case.ts";

/** Creates a request for what exists that only reads it or does not change it. */
export async function requestOnExisting(
  context: CaseContext,
  operation: Operation,
): Promise<ContractRequest> {
  return requestOn(operation, await existingPath(context, operation));
}

/** Creates a request for what does not exist. */
export function requestOnMissing(operation: Operation): ContractRequest {
  return requestOn(operation, missingPath(operation));
}

/** Creates a request whose body, if it has one, changes nothing. */
function requestOn(operation: Operation, path: PathValues): ContractRequest {
  return { operation, path, json: operation.body ? {} : undefined };
}

/** Whether an operation only reads. */
export function isSafe({ method }: Operation): boolean {
  return method === "GET";
}

/**
 * Creates a request to be refused in any case. It uses a computer only if a wrong service that accepts it does no harm.
 */
export async function requestToRefuse(context: CaseContext, operation: Operation): Promise<ContractRequest> {
  const isHarmless = isSafe(operation) && context.target.lacks.keepsState === undefined;
  return isHarmless ? requestOnExisting(context, operation) : requestOnMissing(operation);
}
