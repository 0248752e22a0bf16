import type { OperationId } from "@compute-host/types";
import type { ComputeHostError, ErrorDetails } from "./errors.ts";
import type { CallOptions, ClientOptions } from "./options.ts";
import type { ReadBody } from "./read-response.ts";

/** What a call gave, with its response. */
export interface WithResponse<T> {
  readonly data: T;
  /** The response; its body was read. */
  readonly response: Response;
  /** The response header `X-Request-Id`. */
  readonly requestId: string | undefined;
  /** How many requests were sent. */
  readonly attempts: number;
}

/** A running call: a promise of its data. */
export interface ApiCall<T> extends Promise<T> {
  /** The same call with the response beside the data; sends nothing a second time. */
  withResponse(): Promise<WithResponse<T>>;
}

/** A request to be sent, and how. */
export interface Call {
  /** Absent for a path or method without one. */
  readonly operationId: OperationId | undefined;
  readonly method: string;
  readonly url: string;
  /** All headers by lower-case name. An `authorization` among them is sent as it is, and the token is not asked for. */
  readonly headers: Record<string, string>;
  /** What `fetch` is given beside them; the body can be sent more than once. */
  readonly init: RequestInit;
  readonly options: CallOptions;
  /** Takes the place of the client's `fetch`. */
  readonly fetch?: ClientOptions["fetch"];
}

/** The end of a call that got a response, whatever its status. */
export interface Exchange extends ReadBody {
  readonly response: Response;
  /** How many requests were sent. */
  readonly attempts: number;
  /** `Retry-After` in milliseconds; only read off an error status. */
  readonly retryAfterMs: number | undefined;
  /** Why there was no new token after a 401. */
  cause?: unknown;
  /** Removes the credentials that were sent. */
  redact(text: unknown): string;
  /** Makes an error of the call: its name in the message, its details, and nothing that was secret in the request. */
  createError: ErrorFactory;
}

/** Makes an error of a call. */
export type ErrorFactory = <E extends ComputeHostError>(
  type: new (message: string, details: ErrorDetails) => E,
  what: string,
  details: ErrorDetails,
) => E;

/** Sends a request with authentication, retries, timeouts and hooks; resolves whatever the status. */
export type Transport = (call: Call) => Promise<Exchange>;
