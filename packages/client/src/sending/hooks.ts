import type { OperationId } from "@compute-host/types";
import { type Redaction, redactResponseHeaders, requestIdOf } from "../errors/redact.ts";
import type { Call } from "./call.ts";
import type { CallControl } from "./call-control.ts";

/** A request that is about to be sent. */
export interface RequestEvent {
  /** The same in every event of a call, and unique to it. */
  readonly callId: string;
  /** The operation of the spec; absent for a path or method outside it, which only the openapi-fetch entry can call. */
  readonly operationId: OperationId | undefined;
  readonly method: string;
  readonly url: string;
  /**
   * The request headers by lower-case name. Values are `[redacted]`, except for a few names that hold no
   * credential: those that begin with `accept`, `cache-control`, `content-type`, `if-` or `user-agent`, and
   * those that contain `b3` as a word, `correlation-id`, `datadog`, `idempotency-key`, `request-id` or
   * `trace`.
   */
  readonly headers: Readonly<Record<string, string>>;
  /** 1 for the first request of a call. */
  readonly attempt: number;
}

/** The end of a request: with a status, or with an error. */
export interface EndEvent extends RequestEvent {
  /** The HTTP status; absent if there was no complete response. */
  readonly status: number | undefined;
  /** The response header `X-Request-Id`. */
  readonly requestId: string | undefined;
  /**
   * The response headers, without credentials and the values of `Set-Cookie`; absent if there was no complete
   * response, and from a copy of the event.
   */
  readonly responseHeaders: Headers | undefined;
  /** A `ConnectionError`, a `TimeoutError` or the signal's reason; absent if there was a response. */
  readonly error: unknown;
  /** Milliseconds from sending the request to the end of the body, or to the error. */
  readonly durationMs: number;
}

/** A response whose body was read. */
export interface ResponseEvent extends Omit<EndEvent, "error"> {
  readonly status: number;
  readonly responseHeaders: Headers;
}

/** A request that will be retried, with the status or the `ConnectionError` that causes the retry. */
export interface RetryEvent extends RequestEvent, Pick<EndEvent, "status" | "error"> {
  /** Milliseconds until the next request. */
  readonly delayMs: number;
}

/**
 * Observers of requests. They see no bodies, and only the name of a header that may hold a credential. They
 * see the URL, so keep credentials out of the query. They cannot change a request. Errors that they throw or
 * reject with are ignored. An object with another member is refused, unless it is an instance of a class.
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

/**
 * Identifies this copy of the package, because there may be two; not set at module load, where Workers refuse
 * random numbers.
 */
let copyId = "";
let lastCall = 0;

/** Reports the requests of one call to hooks. */
export interface Observer {
  /** Reports that a request is about to be sent. */
  begin(attempt: number): void;
  /** Reports that the body was read or the request failed; does nothing if no request is in flight. */
  end(response?: Response, error?: unknown): void;
  /** Reports that the request will be retried. */
  retry(cause: Omit<RetryEvent, keyof RequestEvent>): void;
}

/**
 * Creates the observer of a call.
 *
 * @param control of the call: its stop ends a request whose `fetch` ignores its signal and returns too late or never
 * @param redactionNow hides the credentials that were sent
 */
export function createObserver(
  hooks: readonly ClientHooks[],
  { operationId, method, url }: Call,
  control: CallControl,
  redactionNow: () => Redaction,
): Observer {
  copyId ||= `${Math.random()}-`;
  const callId = copyId + ++lastCall;
  let request: RequestEvent;
  let sentAt = 0;

  /** Calls each hook with its own copy of the event, which it may change. If a hook fails, the call does not. */
  function notify(hook: keyof ClientHooks, details: object, hidden: PropertyDescriptorMap = {}): void {
    for (const one of hooks) {
      try {
        // Called as a method, because the hooks may be an instance of a class. Without the hook nothing is copied.
        const result = one[hook]?.(
          Object.defineProperties(
            { ...request, headers: { ...request.headers }, ...details } as never,
            hidden,
          ),
        ) as Promise<unknown> | undefined;
        result?.catch?.(() => {});
      } catch {}
    }
  }

  function end(response?: Response, error?: unknown): void {
    if (!sentAt) return;
    const durationMs = performance.now() - sentAt;
    sentAt = 0;
    const { redact } = redactionNow();
    const requestId = response && requestIdOf(response.headers);
    const details = { status: response?.status, requestId: requestId && redact(requestId), durationMs };
    // Redacted only for hooks that read them, because redacting takes as long as a call.
    const get = () => response && redactResponseHeaders(response.headers, redact);
    const hidden = { responseHeaders: { get } };
    if (response) notify("onResponse", details, hidden);
    notify("onEnd", { ...details, error }, hidden);
  }

  control.onStop = (reason) => end(undefined, reason);
  return {
    begin(attempt) {
      const headers = redactionNow().visible;
      request = { callId, operationId, method, url, headers, attempt };
      // First, so that a call that is stopped in `onRequest` still gets its `onEnd`.
      sentAt = performance.now();
      notify("onRequest", {});
    },
    end,
    retry: (cause) => notify("onRetry", cause),
  };
}
