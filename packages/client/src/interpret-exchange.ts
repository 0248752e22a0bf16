import type { OperationId, Problem } from "@compute-host/types";
import {
  ApiError,
  type ErrorDetails,
  errorClassByStatus,
  InvalidResponseError,
  ServerError,
} from "./errors.ts";
import { type Exchange, requestIdOf } from "./exchange.ts";

/**
 * Turns the end of a call into its data.
 *
 * @throws ApiError, of the status's class, for every status but 2xx; InvalidResponseError where the body of a 2xx is no
 * JSON object
 */
export function interpretExchange<T>(operationId: OperationId, exchange: Exchange<string>): T {
  const { response, body, retryAfterMs, token, refreshError } = exchange;
  if (response.ok) {
    const data = parseObject(body);
    if (data) return data as T;
    throw invalidResponse(operationId, exchange, "without a JSON object as its body");
  }
  const { status } = response;
  const problem = parseObject(body, token) as Problem | undefined;
  const type = errorClassByStatus[status] ?? (status >= 500 ? ServerError : ApiError);
  const reason = problem?.detail ?? problem?.title ?? "without a problem document";
  const details = { ...detailsOf(operationId, exchange), problem, retryAfterMs, cause: refreshError };
  throw new type(`${operationId}: ${status} ${reason}`, details);
}

/** The error for a success that is not what the spec promises. */
export function invalidResponse(
  operationId: OperationId,
  exchange: Exchange<string>,
  what: string,
): InvalidResponseError {
  return new InvalidResponseError(
    `${operationId}: ${exchange.response.status} ${what}`,
    detailsOf(operationId, exchange),
  );
}

function detailsOf(operationId: OperationId, { response, attempts, token }: Exchange<string>): ErrorDetails {
  const { status } = response;
  const headers = new Headers();
  // A service may echo the credentials.
  response.headers.forEach((value, name) => {
    headers.append(name, value.replaceAll(token, "[redacted]"));
  });
  return { operationId, attempts, status, requestId: requestIdOf(response), headers };
}

/** Parses a JSON object, with a secret in its strings redacted; `undefined` where the text is none. */
function parseObject(text: string, secret?: string): object | undefined {
  try {
    const value: unknown = secret ? JSON.parse(text, hiding(secret)) : JSON.parse(text);
    return typeof value === "object" && value && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function hiding(secret: string): (key: string, part: unknown) => unknown {
  return (_key, part) => (typeof part === "string" ? part.replaceAll(secret, "[redacted]") : part);
}
