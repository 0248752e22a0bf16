import type { Exchange } from "./call.ts";
import { type Operation, readJson, readNothing, readObject } from "./operation.ts";
import { checkExchange, parseRedacted, responseError } from "./response-error.ts";

/** The content of a response, for openapi-fetch. */
export interface Received {
  /** The parsed JSON of a success. */
  readonly data?: unknown;
  /** Of an error, without credentials. */
  readonly body: string;
  /** Whether the body is a problem document in place of none. */
  readonly isProblem?: boolean;
}

/**
 * Reads a response with the checks of the resources. openapi-fetch has none: it accepts a success without the promised body, and for an
 * error status without a body it returns no `error`, so that the failure looks like a success.
 *
 * @param isJson whether openapi-fetch will parse a success as JSON
 * @param operation absent for a path or method without one: nothing is known of its success
 */
export function readReceived(
  exchange: Exchange,
  isJson: boolean,
  operation: Operation | undefined,
): Received {
  const { body, response, run } = exchange;
  const { ok, status, statusText } = response;
  if (ok || status < 400 || status > 599) checkExchange(exchange);
  if (ok) {
    const { read = readObject } = operation ?? { read: body ? readJson : readNothing };
    return { body, data: isJson ? read(exchange) : undefined };
  }
  try {
    const error = parseRedacted(body, run.redact);
    if (error) return { body: JSON.stringify(error) };
  } catch {
    if (body.trim()) return { body: run.redact(body) };
  }
  const { message: detail } = responseError(exchange);
  const problem = { type: "about:blank", title: run.redact(statusText), status, detail };
  return { body: JSON.stringify(problem), isProblem: true };
}

/**
 * Copies a response, with a body that middleware can read in every way.
 *
 * @param isProblem whether the body is a problem document in place of none
 */
export function copyResponse(
  { status, statusText, headers, url }: Response,
  body: string,
  isProblem: boolean | undefined,
): Response {
  const copied = new Headers(headers);
  if (isProblem) {
    // If the length is 0, openapi-fetch reads nothing.
    copied.delete("content-length");
    copied.set("content-type", "application/problem+json");
  }
  // A response with a status such as 204 can only be constructed without a body.
  const copy = new Response(body || null, { status, statusText, headers: copied });
  return Object.defineProperty(copy, "url", { value: url });
}
