import type { ClientHooks } from "./hooks.ts";
import type { ClientSchemas } from "./validation.ts";

/** What the client asks a token function for. */
export interface TokenRequest {
  /** True after a 401: the token that was returned before is not valid any more, so get a new one. */
  readonly refresh: boolean;
  /** Aborted when no call waits for the token any more. */
  readonly signal: AbortSignal;
}

/**
 * Returns the API key or JWT to send. It is called once for every call, so keep what is still valid, and `timeoutMs` limits each
 * call of it.
 */
export type TokenFunction = (request: TokenRequest) => string | Promise<string>;

/** How requests are sent; given per call it wins over the client's, and that over the default. */
export interface RequestOptions {
  /** Added to every request, by name; `Authorization` comes from the token alone. */
  readonly headers?: Record<string, string> | undefined;
  /**
   * Limit of one attempt in milliseconds, the response body included; `Infinity` for none. A timeout is not retried.
   * @default 30_000
   */
  readonly timeoutMs?: number | undefined;
  /**
   * How often a request is retried: GET after a broken connection, 408, 429, 500, 502, 503 and 504; PATCH and POST only
   * after 429 and 503 with `Retry-After`, which say that the request was not processed.
   * @default 2
   */
  readonly maxRetries?: number | undefined;
  /**
   * The longest `Retry-After` in milliseconds that is waited for; a longer one fails at once, with `retryAfterMs` set.
   * @default 60_000
   */
  readonly maxRetryAfterMs?: number | undefined;
  /**
   * The largest body of a response that is read, in bytes after decompression.
   * @default 33_554_432 (32 MiB)
   */
  readonly maxResponseBytes?: number | undefined;
  /**
   * Limit in milliseconds of the whole call, with all attempts and pauses.
   * @default Infinity
   */
  readonly deadlineMs?: number | undefined;
  /** Told of requests, responses and retries; a hook that throws changes nothing. */
  readonly hooks?: ClientHooks | undefined;
}

/** Options of one call. */
export interface CallOptions extends RequestOptions {
  /** Stops the call; it then rejects with the signal's reason, as `fetch` does. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of `createClient`. */
export interface ClientOptions extends RequestOptions {
  /** Address of the service, as in `https://compute.example.com`; a path is kept, a query is refused. */
  readonly baseUrl: string;
  /** An API key or a JWT, or a function that returns one and can be asked for a new one. */
  readonly token: string | TokenFunction;
  /**
   * Sends the requests.
   * @default the global `fetch`, looked up at every request, so that one that is patched later is seen
   */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /**
   * The validators of `@compute-host/client/schemas`, to check bodies against the spec at run time.
   * @default none
   */
  readonly validate?: ClientSchemas | undefined;
}
