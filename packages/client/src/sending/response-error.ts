import { isObject } from "../errors/arguments.ts";
import { errorClassByStatus, errorMembers } from "../errors/error-class-by-status.gen.ts";
import { ServerError } from "../errors/errors.gen.ts";
import {
  ApiError,
  type ComputeHostError,
  InvalidResponseError,
  type ProblemDetails,
} from "../errors/errors.ts";
import { type Redact, redactResponseHeaders, requestIdOf } from "../errors/redact.ts";
import type { Exchange } from "./call.ts";
import { parseRetryAfter } from "./retry.ts";

/**
 * Accepts a response with a success status, whatever its body.
 *
 * @throws ApiError, of the status's class, for every status except 2xx; InvalidResponseError if the body of a
 * 2xx is too large or came from another address
 */
export function checkExchange(exchange: Exchange): void {
  const { response, isCut } = exchange;
  const { ok, redirected, status } = response;
  if (ok && !redirected && !isCut) return;
  // Only a `fetch` that ignores `redirect: "manual"` follows a redirect; browsers hide its status and report 0.
  const location = ok ? response.url : status < 400 && response.headers.get("location");
  const redirect = location
    ? `redirected to ${location}`
    : response.type === "opaqueredirect" && "redirected";
  throw responseError(exchange, ok && isCut ? "with a body over maxResponseBytes" : redirect);
}

/**
 * Parses JSON and removes credentials from its strings. Numbers stay, and so do the names of members that the
 * spec has.
 */
export function parseRedacted(json: string, redact: Redact): unknown {
  return JSON.parse(json, function (this: Record<string, unknown>, name, value) {
    const visible = typeof value === "string" ? redact(value) : value;
    const visibleName = name in errorMembers ? name : redact(name);
    if (visibleName === name) return visible;
    // Returning nothing removes the member, which gets another name.
    this[visibleName] = visible;
  });
}

/**
 * The beginning of a body, without credentials. It is cut first, because removing credentials takes far longer than
 * reading a body.
 */
export function beginningOf(body: string, redact: Redact): string {
  for (let end = 14_000; ; end *= 4) {
    const isAll = end >= body.length;
    // The end of a part may be part of a credential, which cannot be recognised. Servers refuse longer headers.
    const text = redact(body.slice(0, end)).slice(0, isAll ? undefined : -10_000);
    // By code points, so that no surrogate pair is cut in half.
    if (isAll || text.length >= 4_000) return /^.{0,2000}(?<![\ud800-\udbff])/su.exec(text)?.[0] ?? "";
  }
}

/** The places that a message names; the problems of another description may have none. */
interface ProblemPlaces {
  readonly errors?: readonly {
    readonly pointer?: string;
    readonly parameter?: string;
    readonly message: string;
  }[];
}

/**
 * Creates the error of a response: an `ApiError`, or for a success an `InvalidResponseError`.
 *
 * @param what what is wrong; by default, what the problem document says
 */
export function responseError(exchange: Exchange, what?: string | false): ComputeHostError {
  const { redact } = exchange.redactionNow();
  const { ok, status, headers: received } = exchange.response;
  const type = ok
    ? InvalidResponseError
    : (errorClassByStatus[status] ?? (status > 499 ? ServerError : ApiError));
  const problem = ok ? undefined : parseProblem(exchange.body, redact);
  const [first, ...more] = (problem as ProblemPlaces | undefined)?.errors ?? [];
  const violation =
    first &&
    `${first.pointer || first.parameter || "body"} ${first.message}${more[0] ? `, and ${more.length} more` : ""}`;
  // The most specific first (RFC 9457, section 3.1).
  const reason = what || violation || problem?.detail || problem?.title || "without a problem document";
  const headers = redactResponseHeaders(received, redact);
  const contentType = problem ? "" : ` (${headers.get("content-type") ?? "no content type"})`;
  return exchange.createError<ComputeHostError>(type, `${status} ${reason}${contentType}`, {
    status,
    requestId: requestIdOf(headers),
    headers,
    problem,
    body: problem ? undefined : beginningOf(exchange.body, redact),
    retryAfterMs: parseRetryAfter(received),
    cause: exchange.cause,
  });
}

/**
 * Parses the body of an error as the spec documents it. Members of the wrong type are ignored (RFC 9457, section 3.1);
 * `undefined` if no member says what is wrong.
 */
function parseProblem(body: string, redact: Redact): ProblemDetails | undefined {
  let problem: Record<string, unknown> | undefined;
  try {
    const { detail, title } = JSON.parse(body);
    // Only then, because this takes far longer.
    if ([detail, title].some((text) => text && typeof text === "string"))
      problem = parseRedacted(body, redact) as typeof problem;
  } catch {}
  if (!isObject(problem)) return undefined;
  for (const name in errorMembers) {
    if (typeof problem[name] !== typeof errorMembers[name]) delete problem[name];
  }
  const { errors } = problem;
  const isViolation = (one: Record<string, unknown>) =>
    isObject(one) &&
    [one.message, one.pointer ?? "", one.parameter ?? ""].every((part) => typeof part === "string");
  if (!(Array.isArray(errors) && errors.every(isViolation))) delete problem.errors;
  return problem.detail || problem.title ? problem : undefined;
}
