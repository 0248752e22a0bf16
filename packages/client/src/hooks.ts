import type { OperationId } from "@compute-host/types";
import { requestIdOf } from "./read-response.ts";
import { type Redact, redactHeaders, redactResponseHeaders } from "./redact.ts";

/** A request that is about to be sent. */
export interface RequestEvent {
  /** The same in every event of one call, and in no other call. */
  readonly callId: string;
  /** The operation of the spec; absent for a path or method outside it, which only the openapi-fetch entry can call. */
  readonly operationId: OperationId | undefined;
  readonly method: string;
  readonly url: string;
  /**
   * The request headers by lower-case name. The value is `[redacted]` for all but a few that hold no credential: names that begin
   * with `accept`, `cache-control`, `content-type`, `if-` or `user-agent`, and names that contain `b3` as a word,
   * `correlation-id`, `datadog`, `idempotency-key`, `request-id` or `trace`.
   */
  readonly headers: Readonly<Record<string, string>>;
  /** 1 for the first request of a call. */
  readonly attempt: number;
}

/** A response whose body was read. */
export interface ResponseEvent extends RequestEvent {
  /** The HTTP status. */
  readonly status: number;
  /** The response header `X-Request-Id`. */
  readonly requestId: string | undefined;
  /** The response headers, without credentials and the values of `Set-Cookie`; not a member of a copy of the event. */
  readonly responseHeaders: Headers;
  /** Milliseconds from sending the request to the end of the body. */
  readonly durationMs: number;
}

/** The end of a request: with a status, or with an error. */
export interface EndEvent extends RequestEvent {
  /** The HTTP status; absent if there was no complete response. */
  readonly status: number | undefined;
  /** The response header `X-Request-Id`. */
  readonly requestId: string | undefined;
  /** As of a `ResponseEvent`; absent if there was no complete response. */
  readonly responseHeaders: Headers | undefined;
  /** A `ConnectionError`, a `TimeoutError` or the signal's reason; absent if there was a response. */
  readonly error: unknown;
  /** Milliseconds since the request was sent. */
  readonly durationMs: number;
}

/** A request that will be retried. */
export interface RetryEvent extends RequestEvent {
  /** The HTTP status that caused the retry; absent if there was no response. */
  readonly status: number | undefined;
  /** The `ConnectionError` that caused the retry; absent if there was a response. */
  readonly error: unknown;
  /** Milliseconds until the next request. */
  readonly delayMs: number;
}

/**
 * Observers of requests. They see no bodies, and of a header that may hold a credential only the name; keep credentials out of
 * the query, because they see the URL. They cannot change a request. Errors that they throw or reject with are ignored.
 */
export interface ClientHooks {
  /** Called synchronously right before `fetch`, so that your own `fetch` can tell which request it sends. */
  readonly onRequest?: ((event: RequestEvent) => unknown) | undefined;
  /** Called after the body of a response was read, whatever its status. */
  readonly onResponse?: ((event: ResponseEvent) => unknown) | undefined;
  /** Called once for each `onRequest`: with a response, a failure, a timeout or an abort. */
  readonly onEnd?: ((event: EndEvent) => unknown) | undefined;
  /** Called before the pause that precedes a retry; not between the polls of `waitUntilSettled`. */
  readonly onRetry?: ((event: RetryEvent) => unknown) | undefined;
}

/** The requests of a running call. */
export interface SentRequests {
  /** How many requests were sent. */
  readonly attempts: number;
  /** The headers of the last one, or those of the first before its token is known. */
  readonly sent: Record<string, string>;
  /** Removes the credentials that were sent. */
  readonly redact: Redact;
}

/** Reports the requests of one call to its hooks. */
export interface CallObserver {
  /** A request is about to be sent. */
  begin(): void;
  /** Its body was read, or it failed; does nothing if no request is in flight. */
  end(response?: Response, error?: unknown): void;
  /** It will be retried. */
  retry(details: Omit<RetryEvent, keyof RequestEvent>): void;
}

let lastCall = 0;

/**
 * Makes the observer of a call.
 *
 * @param run changes while the call runs
 */
export function observeCall(
  hooks: ClientHooks,
  { operationId, method, url }: Pick<RequestEvent, "operationId" | "method" | "url">,
  run: SentRequests,
): CallObserver {
  // It begins at random, because there may be two copies of this package; not at module load, where Workers refuse that.
  lastCall ||= Math.random() * 2 ** 53;
  const callId = `${++lastCall}`;
  let sentAt = 0;
  /** Calls a hook with an event of its own, because it may change it. Its failure does not fail the call. */
  const notify = (hook: keyof ClientHooks, makeDetails: () => object) => {
    if (!hooks[hook]) return;
    const details = {
      callId,
      operationId,
      method,
      url,
      headers: redactHeaders(run.sent),
      attempt: run.attempts,
    };
    try {
      // As a method: the hooks may be an object of a class.
      const result = hooks[hook](Object.assign(makeDetails(), details) as never) as
        | Promise<unknown>
        | undefined;
      result?.catch?.(() => {});
    } catch {}
  };
  return {
    begin() {
      // First, so that a call that is stopped in `onRequest` still gets its `onEnd`.
      sentAt = performance.now();
      notify("onRequest", () => ({}));
    },
    end(response, error) {
      if (!sentAt) return;
      const durationMs = performance.now() - sentAt;
      sentAt = 0;
      const ended = () => {
        const received = response && requestIdOf(response.headers);
        const details = { status: response?.status, requestId: received && run.redact(received), durationMs };
        return Object.assign(
          new Ended(() => response && redactResponseHeaders(response.headers, run.redact)),
          details,
        );
      };
      if (response) notify("onResponse", ended);
      notify("onEnd", () => Object.assign(ended(), { error }));
    },
    retry: (details) => notify("onRetry", () => details),
  };
}

/** The headers of a response, redacted only for observers that look: that takes as long as a call. */
class Ended {
  readonly #read: () => Headers | undefined;

  constructor(read: () => Headers | undefined) {
    this.#read = read;
  }

  get responseHeaders(): Headers | undefined {
    return this.#read();
  }
}
