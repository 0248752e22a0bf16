import type { OperationId } from "@compute-host/types";
import type { CallOptions } from "./options.ts";

/** What is sent: an address, and what `fetch` is given beside it. */
export interface OutgoingRequest {
  readonly url: string;
  readonly init: RequestInit & { method: string; headers?: Record<string, string> | undefined };
}

/** One call: how it is sent, and how its response is read. */
export interface Call<B> {
  readonly operationId?: OperationId;
  readonly options: CallOptions;
  read(response: Response): Promise<B>;
}

/** The end of a call that got a response, whatever its status. */
export interface Exchange<B> {
  readonly response: Response;
  readonly body: B;
  /** How many requests were sent. */
  readonly attempts: number;
  /** `Retry-After` in milliseconds; only read off an error status. */
  readonly retryAfterMs: number | undefined;
  /** The token that was sent, to keep it out of errors. */
  readonly token: string;
  /** Why there was no new token after a 401. */
  refreshError?: unknown;
}

/**
 * Sends a request with authentication, retries, timeouts and hooks; resolves whatever the status.
 *
 * @throws InvalidArgumentError, before it gives a promise, where an option is wrong
 */
export type Transport = <B>(request: OutgoingRequest, call: Call<B>) => Promise<Exchange<B>>;

/** The response header `X-Request-Id`. */
export function requestIdOf({ headers }: Response): string | undefined {
  return headers.get("x-request-id") ?? undefined;
}
