import type { OperationId } from "@compute-host/types";
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
   * with `accept`, `b3`, `baggage`, `cache-control`, `content-type`, `prefer`, `user-agent`, `x-b3` or `x-datadog`, `if-match`,
   * `if-none-match`, names that contain `trace`, and names that end in `correlation-id`, `idempotency-key` or `request-id`.
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

let lastCall = 0;
let copyId = "";

/** Reports the requests of one call to its hooks. */
export class CallObserver {
  readonly #hooks: ClientHooks;
  readonly #call: Pick<RequestEvent, "operationId" | "method" | "url">;
  readonly #run: SentRequests;
  readonly #callId: string;
  #headers: Record<string, string> = {};
  #sentAt = 0;

  /** @param run changes while the call runs */
  constructor(
    hooks: ClientHooks,
    call: Pick<RequestEvent, "operationId" | "method" | "url">,
    run: SentRequests,
  ) {
    this.#hooks = hooks;
    this.#call = call;
    this.#run = run;
    // Not at module load: Workers refuse random numbers there.
    copyId ||= `${Math.random()}-`;
    this.#callId = copyId + ++lastCall;
  }

  /** A request is about to be sent. */
  begin(): void {
    this.#headers = redactHeaders(this.#run.sent);
    // First, so that a call that is stopped in `onRequest` still gets its `onEnd`.
    this.#sentAt = performance.now();
    this.#notify("onRequest", {});
  }

  /** Its body was read, or it failed; does nothing if no request is in flight. */
  end(response?: Response, error?: unknown): void {
    if (!this.#sentAt) return;
    const durationMs = performance.now() - this.#sentAt;
    this.#sentAt = 0;
    const received = response?.headers.get("x-request-id");
    const requestId = received ? this.#run.redact(received) : undefined;
    const ended = () =>
      Object.assign(new ResponseHeaders(response, this.#run.redact), {
        status: response?.status,
        requestId,
        durationMs,
      });
    if (response) this.#notify("onResponse", ended());
    this.#notify("onEnd", Object.assign(ended(), { error }));
  }

  /** It will be retried. */
  retry(details: Omit<RetryEvent, keyof RequestEvent>): void {
    this.#notify("onRetry", details);
  }

  /** Calls a hook with an event of its own, because it may change it. Its failure does not fail the call. */
  #notify(hook: keyof ClientHooks, details: object): void {
    const hooks = this.#hooks;
    if (!hooks[hook]) return;
    const { operationId, method, url } = this.#call;
    const { attempts: attempt } = this.#run;
    const request = {
      callId: this.#callId,
      operationId,
      method,
      url,
      headers: { ...this.#headers },
      attempt,
    };
    try {
      // As a method: the hooks may be an object of a class.
      const result = hooks[hook](Object.assign(details, request) as never) as Promise<unknown> | undefined;
      result?.catch?.(() => {});
    } catch {}
  }
}

/** Redacts the headers of a response only for observers that look: that takes as long as a call. */
class ResponseHeaders {
  readonly #response: Response | undefined;
  readonly #redact: Redact;

  constructor(response: Response | undefined, redact: Redact) {
    this.#response = response;
    this.#redact = redact;
  }

  get responseHeaders(): Headers | undefined {
    return this.#response && redactResponseHeaders(this.#response.headers, this.#redact);
  }
}
