import type { Operation } from "../openapi/operation.ts";

// A static import evaluates every getter of the module, and one of them loads an HTTP client: 10 % of the start.
const { validateHeaderName, validateHeaderValue } = process.getBuiltinModule("node:http");

/** Text with its length in UTF-8. Joining its parts would copy all of it. */
export class SizedText {
  readonly parts: readonly string[];
  readonly byteLength: number;

  constructor(parts: readonly string[], byteLength: number) {
    this.parts = parts;
    this.byteLength = byteLength;
  }
}

/** The JSON text of a body, whole or in pieces. */
export type ReplyBody = string | SizedText | AsyncIterable<string>;

/** A complete reply; see the types of the handlers for what an operation may reply. */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** A {@link ReplyBody}, or a value that is sent as JSON. */
  readonly body?: unknown;
}

/** What a handler returns: the body of the operation's first success, nothing if it has none, or a complete reply. */
export type HandlerResult = ReplyBody | Reply | undefined;

/** What is sent before a body. */
export interface ResponseHead {
  readonly status: number;
  /** Absent without a body. */
  readonly contentType: string | undefined;
  readonly headers?: readonly (readonly [name: string, value: string])[];
}

/** A response, ready to be sent. */
export interface ReadyResponse {
  readonly head: ResponseHead;
  readonly body: ReplyBody | undefined;
}

/** Whether a result is more than a body. */
export function isReply(result: HandlerResult): result is Reply {
  return typeof result === "object" && !isBody(result);
}

/** Determines what an operation sends before the body of its first success. */
export function successHead({ successStatus, responses }: Operation): ResponseHead {
  return { status: successStatus, contentType: contentTypeOf(responses, successStatus) };
}

/**
 * Checks a reply, before anything of it is sent.
 *
 * @throws Error for a status, or the name or value of a header field, that HTTP does not allow
 */
export function readyReply({ responses }: Operation, { status, headers = {}, body }: Reply): ReadyResponse {
  if (!Number.isInteger(status) || status < 200 || status > 599)
    throw new Error(`${status} is not a status.`);
  const fields: (readonly [string, string])[] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue;
    validateHeaderName(name);
    validateHeaderValue(name, String(value));
    if (/^(connection|content-length|content-type|transfer-encoding|x-request-id)$/i.test(name)) {
      throw new Error(`The handler sets the header ${name}, which the HTTP layer sends by itself.`);
    }
    fields.push([name, String(value)]);
  }
  // HTTP gives 204 no body (RFC 9110, section 15.3.5).
  const isBodiless = body === undefined || status === 204;
  return {
    head: { status, contentType: isBodiless ? undefined : contentTypeOf(responses, status), headers: fields },
    body: isBodiless ? undefined : isBody(body) ? body : JSON.stringify(body),
  };
}

function isBody(value: unknown): value is ReplyBody {
  if (typeof value !== "object" || value === null) return typeof value === "string";
  return value instanceof SizedText || Symbol.asyncIterator in value;
}

/** The media type of a status: JSON, or that of problems. */
function contentTypeOf(responses: Operation["responses"], status: number): string {
  return (responses[status] ?? responses.default)?.mediaTypes[0] ?? "application/json";
}
