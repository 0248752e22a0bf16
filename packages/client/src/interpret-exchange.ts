import type { OperationId, Problem } from "@compute-host/types";
import type { WithResponse } from "./api-call.ts";
import { ApiError, errorClassByStatus, InvalidResponseError, ServerError } from "./errors.ts";
import type { Exchange } from "./transport.ts";

/**
 * Turns the end of a call into its result.
 *
 * @throws ApiError, of the status's class, for every status but 2xx; InvalidResponseError where the body of a 2xx is no
 * JSON object
 */
export function interpretExchange<T>(operationId: OperationId, exchange: Exchange<string>): WithResponse<T> {
  const { response, body, attempts, retryAfterMs, token, refreshError } = exchange;
  const { status, headers } = response;
  const requestId = headers.get("x-request-id") ?? undefined;
  const details = { operationId, attempts, status, requestId, headers };
  if (response.ok) {
    const data = parseObject(body);
    if (data) return { data: data as T, response, requestId, attempts };
    throw new InvalidResponseError(`${operationId}: ${status} without a JSON object as its body`, details);
  }
  const problem = parseObject(body, token) as Problem | undefined;
  const type = errorClassByStatus[status] ?? (status >= 500 ? ServerError : ApiError);
  const reason = problem?.detail ?? problem?.title ?? "without a problem document";
  throw new type(`${operationId}: ${status} ${reason}`, {
    ...details,
    problem,
    retryAfterMs,
    cause: refreshError,
  });
}

/** Parses a JSON object, with a secret in its strings redacted; `undefined` where the text is none. */
function parseObject(text: string, secret?: string): object | undefined {
  try {
    const hide = (_key: string, part: unknown) =>
      typeof part === "string" && secret ? part.replaceAll(secret, "[redacted]") : part;
    const value: unknown = JSON.parse(text, secret ? hide : undefined);
    return typeof value === "object" && value && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
