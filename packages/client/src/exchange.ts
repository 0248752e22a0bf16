import type { OperationId } from "@compute-host/types";
import type { CallOptions, ClientOptions } from "./options.ts";
import type { Redactor } from "./redact.ts";

/** What is sent, but for `Authorization`. */
export interface OutgoingRequest {
  readonly url: string;
  readonly method: string;
  /** All headers by lower-case name. An `authorization` among them is sent as it is, and the token is not asked for. */
  readonly headers: Record<string, string>;
  /** What `fetch` is given beside them; the body can be sent more than once. */
  readonly init: RequestInit;
}

/** How a request is sent. */
export interface Call {
  readonly operationId?: OperationId | undefined;
  readonly options: CallOptions;
  /** Takes the place of the client's `fetch`. */
  readonly fetch?: ClientOptions["fetch"];
}

/** The end of a call that got a response, whatever its status. */
export interface Exchange {
  readonly operationId: OperationId | undefined;
  /** What errors call the call: the operationId, or else the method. */
  readonly name: string;
  readonly response: Response;
  /** The body, up to `maxResponseBytes`. */
  readonly body: string;
  /** Whether the body was longer. */
  readonly isCut: boolean;
  /** How many requests were sent. */
  readonly attempts: number;
  /** `Retry-After` in milliseconds; only read off an error status. */
  readonly retryAfterMs: number | undefined;
  /** Keeps the credentials that were sent out of errors. */
  readonly redact: Redactor;
  /** Why there was no new token after a 401. */
  refreshError?: unknown;
}

/**
 * Sends a request with authentication, retries, timeouts and hooks; resolves whatever the status.
 *
 * @throws InvalidArgumentError, before it gives a promise, where an option is wrong
 */
export type Transport = (request: OutgoingRequest, call: Call) => Promise<Exchange>;

/** The response header `X-Request-Id`. */
export function requestIdOf({ headers }: { readonly headers: Headers }): string | undefined {
  return headers.get("x-request-id") ?? undefined;
}

let decoder: InstanceType<typeof TextDecoder> | undefined;

/**
 * Reads a body as text, but not more of it than the limit: a small response can be compressed from a very large one.
 *
 * @param maxBytes counts after decompression
 */
export async function readBody(
  response: Response,
  maxBytes: number,
): Promise<Pick<Exchange, "body" | "isCut">> {
  const { body: stream } = response;
  // React Native has no stream here.
  if (!stream?.getReader) {
    const body = await response.text();
    return { body, isCut: body.length > maxBytes };
  }
  const reader = stream.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let left = maxBytes;
  while (left >= 0) {
    const { done, value } = await reader.read();
    if (done) break;
    left -= value.length;
    chunks.push(left < 0 ? value.slice(0, left) : value);
  }
  if (left < 0) reader.cancel().catch(() => {});
  // One for all calls, and most bodies are one chunk: a decoder costs as much as a body.
  decoder ??= new TextDecoder();
  const bytes = chunks.length > 1 ? await new Blob(chunks).arrayBuffer() : chunks[0];
  return { body: decoder.decode(bytes), isCut: left < 0 };
}
