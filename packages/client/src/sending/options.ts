import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { BodyTypes } from "../errors/body-types.gen.ts";
import type { ClientHooks } from "./hooks.ts";

/** The argument of a token function. */
export interface TokenRequest {
  /** True after a 401: the previous token is no longer valid, so get a new one. */
  readonly refresh: boolean;
  /** Aborted when no call waits for the token any more. */
  readonly signal: AbortSignal;
}

/**
 * Returns the API key or JWT to send. The client calls it for every call, so cache a token that is still
 * valid. `timeoutMs` limits each invocation.
 */
export type TokenFunction = (request: TokenRequest) => string | Promise<string>;

/** Checks bodies against the spec. It is part of `schemas`, so that only programs with schemas contain it. */
export interface BodyChecks {
  /**
   * Throws an InvalidArgumentError if the body of a request breaks its schema, or an InvalidResponseError if
   * the data of a success does.
   *
   * @param success the exchange that returned the data; absent for a request. Typed `never`, because only the
   * client passes it.
   */
  "~check"(operationId: string | undefined, data: unknown, success?: never): Promise<void>;
}

/**
 * Validators for the JSON bodies of requests and successful responses, for the option `validate`.
 * `{ ...schemas, Computer: yours }` replaces one.
 */
export type ClientSchemas = {
  readonly [Name in keyof BodyTypes]: StandardSchemaV1<unknown, BodyTypes[Name]>;
} & BodyChecks;

/** Header fields by name, or an iterable of name-value pairs: a `Headers`, a `Map`, an array. */
export type HeaderFields =
  | Readonly<Record<string, string>>
  | Iterable<readonly [name: string, value: string]>;

/**
 * How requests are sent. A call's option overrides the client's, which overrides the default; headers and hooks are
 * added to the client's.
 */
export interface RequestOptions {
  /**
   * Added to every request, in any form that `fetch` takes. `Authorization` is refused, because it comes from
   * the token.
   */
  readonly headers?: HeaderFields | undefined;
  /**
   * Limit of one attempt in milliseconds, including the response body; at least 1, `Infinity` for none. A
   * timeout is not retried.
   * @default 30_000
   */
  readonly timeoutMs?: number | undefined;
  /**
   * How often a request is retried: GET after a broken connection or a temporary status, such as 408, 429,
   * 500, 502, 503 and 504; PATCH and POST only after 429 and 503 with `Retry-After`, which mean that the
   * request was not processed. Repeating a request with a new token after a 401 does not count. The client
   * waits at least as long as `Retry-After` says, and randomly up to a tenth and 100 ms longer.
   * @default 2
   */
  readonly maxRetries?: number | undefined;
  /**
   * The longest `Retry-After` that the client waits for, in milliseconds. With a longer one, the call fails
   * immediately, with `retryAfterMs` on the error.
   * @default 60_000
   */
  readonly maxRetryAfterMs?: number | undefined;
  /**
   * Largest response body in bytes, after decompression; a larger one fails the call. At most 256 KiB of the
   * body of an error is read. An error shows a larger body without the last 10,000 characters that were read.
   * @default 33_554_432 (32 MiB)
   */
  readonly maxResponseBytes?: number | undefined;
  /**
   * Limit of the whole call in milliseconds, including all attempts and pauses. If it is 0 or less, it has
   * already passed: the call rejects with a `TimeoutError` and nothing is sent.
   * @default Infinity
   */
  readonly deadlineMs?: number | undefined;
  /** Observers of requests, responses and retries. Those of the client and then those of the call are called. */
  readonly hooks?: ClientHooks | undefined;
}

/** Options of one call. */
export interface CallOptions extends RequestOptions {
  /** Aborts the call, which then rejects with the signal's reason, as `fetch` does. */
  readonly signal?: AbortSignal | null | undefined;
}

/** Options of `createClient`. */
export interface ClientOptions extends RequestOptions {
  /**
   * Address of the service, such as `https://compute.example.com`, as text or as a `URL`. It may have a path, but no query. Leave it
   * out to get the default; `undefined` is refused.
   * @default the environment variable `COMPUTE_HOST_URL`, in runtimes with a `process.env`
   */
  readonly baseUrl?: string | URL;
  /**
   * An API key or a JWT, or a function that returns one and can refresh it; `false` sends no `Authorization`.
   * Required if you pass `baseUrl`, so that a token from the environment is never sent to another address.
   * Leave it out to get the default; `undefined` is refused, so that a caller without a token does not act
   * with the token of the process.
   * @default the environment variable `COMPUTE_HOST_TOKEN`, in runtimes with a `process.env`
   */
  readonly token?: string | TokenFunction | false;
  /**
   * Sends the requests.
   * @default the global `fetch`, looked up at each request, so that later patches take effect
   */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /**
   * `schemas` of `@compute-host/client/schemas`, to check JSON bodies against the spec at run time.
   * @default none
   */
  readonly validate?: ClientSchemas | undefined;
}
