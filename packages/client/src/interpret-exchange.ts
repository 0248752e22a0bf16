import type { OperationId, Problem } from "@compute-host/types";
import {
  ApiError,
  type ErrorDetails,
  errorClassByStatus,
  InvalidResponseError,
  ServerError,
} from "./errors.ts";
import { type Exchange, requestIdOf } from "./exchange.ts";
import { operations } from "./operations.gen.ts";

/**
 * Turns the end of a call into its data.
 *
 * @throws ApiError, of the status's class, for every status but 2xx; InvalidResponseError where the body of a 2xx is not
 * what the spec promises
 */
export function interpretExchange<T>(operationId: OperationId, exchange: Exchange<string>): T {
  const { response, body, retryAfterMs, token, refreshError } = exchange;
  if (response.ok) return successData(operationId, exchange) as T;
  const { status } = response;
  const problem = parseObject(body, token) as Problem | undefined;
  const type = errorClassByStatus[status] ?? (status >= 500 ? ServerError : ApiError);
  const reason = problem?.detail ?? problem?.title ?? "without a problem document";
  const details = { ...detailsOf(operationId, exchange), problem, retryAfterMs, cause: refreshError };
  throw new type(`${operationId}: ${status} ${reason}`, details);
}

function successData(operationId: OperationId, exchange: Exchange<string>): unknown {
  const { returns, mayBeEmpty } = operations[operationId];
  const { body } = exchange;
  if (!returns || (mayBeEmpty && !body)) return undefined;
  if (returns === "text") return body;
  try {
    const data: unknown = JSON.parse(body);
    if (returns === "json" || isObject(data)) return data;
  } catch {}
  throw invalidResponse(operationId, exchange, `without the JSON ${returns} that the spec promises`);
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
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function hiding(secret: string): (key: string, part: unknown) => unknown {
  return (_key, part) => (typeof part === "string" ? part.replaceAll(secret, "[redacted]") : part);
}
