import { isObject } from "./config.ts";
import {
  ApiError,
  type ErrorDetails,
  errorClassByStatus,
  InvalidResponseError,
  type ProblemDetails,
  ServerError,
} from "./errors.ts";
import { type Exchange, requestIdOf } from "./exchange.ts";
import type { Operation } from "./operation.ts";

/**
 * Turns the end of a call into its data.
 *
 * @throws ApiError, of the status's class, for every status but 2xx; InvalidResponseError where the body of a 2xx is not
 * what the spec promises, is too large, or is that of another address
 */
export function interpretExchange(operation: Operation, exchange: Exchange): unknown {
  checkExchange(exchange);
  const { returns, mayBeEmpty } = operation;
  const { body } = exchange;
  if (!returns || (mayBeEmpty && !body)) return undefined;
  if (returns === "text") return body;
  try {
    const data: unknown = JSON.parse(body);
    if (returns === "json" || isObject(data)) return data;
  } catch {}
  throw invalidResponse(exchange, `without the JSON ${returns} that the spec promises`);
}

/** Throws what `interpretExchange` throws, but for a body that is not JSON. */
export function checkExchange(exchange: Exchange): void {
  const { response, isCut, retryAfterMs, refreshError } = exchange;
  const { ok, status, headers, redirected, url } = response;
  if (ok) {
    if (isCut) throw invalidResponse(exchange, "with a body over maxResponseBytes");
    // Only a `fetch` that does not heed `redirect: "manual"` gets here.
    if (redirected) throw invalidResponse(exchange, `redirected to ${url}`);
    return;
  }
  const problem = parseProblem(exchange);
  const { detail, title } = (problem ?? {}) as { detail?: string; title?: string };
  const location = headers.get("location");
  const reason = isRedirect(response)
    ? `redirected${location ? ` to ${location}` : ""}`
    : (detail ?? title ?? "without a problem document");
  const type = errorClassByStatus[status] ?? (status >= 500 ? ServerError : ApiError);
  throw createError(type, exchange, reason, { problem, retryAfterMs, cause: refreshError });
}

/** Whether a response sends the client elsewhere; where browsers hide that, only its type says so. */
export function isRedirect({ type, status }: Response): boolean {
  return type === "opaqueredirect" || (status > 299 && status < 400 && status !== 304);
}

/** The error for a success that is not what the spec promises. */
export function invalidResponse(exchange: Exchange, what: string): InvalidResponseError {
  return createError(InvalidResponseError, exchange, what);
}

function createError<E>(
  type: new (message: string, details: object) => E,
  { name, operationId, attempts, response, body, redact }: Exchange,
  what: string,
  { problem, ...details }: ErrorDetails = {},
): E {
  const { status } = response;
  const headers = new Headers();
  response.headers.forEach((value, key) => {
    headers.append(key, redact(value));
  });
  const contentType = problem ? "" : ` (${headers.get("content-type") ?? "no content type"})`;
  return new type(redact(`${name}: ${status} ${what}${contentType}`), {
    operationId,
    attempts,
    status,
    requestId: requestIdOf({ headers }),
    headers,
    problem,
    body: problem ? undefined : redact(body).slice(0, 2_000),
    ...details,
  });
}

/**
 * Parses a problem document, without credentials. A member of another type than the spec's is ignored (RFC 9457, section 3.1);
 * `undefined` where neither a title nor a detail is left.
 */
function parseProblem({ body, redact }: Exchange): ProblemDetails | undefined {
  const isText = (part: unknown) => typeof part === "string";
  let problem: Record<string, unknown> | undefined;
  try {
    problem = JSON.parse(redact(body), (_key, part) => (isText(part) ? redact(part) : part));
  } catch {}
  if (!isObject(problem)) return undefined;
  const { title, detail, status, errors } = problem;
  for (const name of ["type", "title", "detail", "instance", "requestId"]) {
    if (!isText(problem[name])) delete problem[name];
  }
  if (typeof status !== "number") delete problem.status;
  const isViolation = (one: Record<string, unknown>) =>
    isObject(one) && [one.message, one.pointer ?? "", one.parameter ?? ""].every(isText);
  if (!Array.isArray(errors) || !errors.every(isViolation)) delete problem.errors;
  return isText(title) || isText(detail) ? problem : undefined;
}
