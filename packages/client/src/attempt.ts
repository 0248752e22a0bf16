import { ConnectionError } from "./errors.ts";
import { callHook, type RequestEvent, type RetryEvent, redacted } from "./hooks.ts";
import { redactError } from "./redact-error.ts";
import { requestIdOf } from "./request-id.ts";
import { parseRetryAfter } from "./retry-delay.ts";
import type { Exchange, Sending } from "./transport.ts";

// The parts of an attempt between which the call waits. They are no asynchronous function of their own, since every call would
// pay for its promise; and what no hook observes is not put together.

/** Counts a request that is about to be sent. */
export function beginAttempt(sending: Sending<unknown>): void {
  const { hooks, control } = sending;
  control.signal.throwIfAborted();
  sending.attempts++;
  if (!hooks) return;
  if (hooks.onRequest) callHook(hooks.onRequest, requestEvent(sending));
  sending.sentAt = performance.now();
}

/** The end of an attempt whose response was read. */
export function completeAttempt<B>(sending: Sending<B>, response: Response, body: B): Exchange<B> {
  const { hooks, control, attempts, token } = sending;
  control.signal.throwIfAborted();
  if (hooks?.onResponse) {
    callHook(hooks.onResponse, {
      ...requestEvent(sending),
      status: response.status,
      requestId: requestIdOf(response),
      durationMs: performance.now() - sending.sentAt,
    });
  }
  const retryAfterMs = response.ok ? undefined : parseRetryAfter(response.headers.get("retry-after"));
  return { response, body, attempts, retryAfterMs, token };
}

/** The end of an attempt without a complete response. Throws the reason instead where the call was stopped. */
export function breakAttempt(sending: Sending<unknown>, cause: unknown): ConnectionError {
  const { request, call, control, attempts, token } = sending;
  control.signal.throwIfAborted();
  const { operationId } = call;
  const { origin } = new URL(request.url);
  const message = `${operationId ?? request.init.method}: no complete response from ${origin}`;
  return new ConnectionError(message, { cause: redactError(cause, token), operationId, attempts });
}

/** Tells the hook of a request that will be sent again. */
export function announceRetry(sending: Sending<unknown>, retry: Omit<RetryEvent, keyof RequestEvent>): void {
  const { hooks } = sending;
  if (hooks?.onRetry) callHook(hooks.onRetry, { ...requestEvent(sending), ...retry });
}

/** What hooks are told of the request that was sent last. */
function requestEvent({ request, call, visibleHeaders, attempts }: Sending<unknown>): RequestEvent {
  return {
    operationId: call.operationId,
    method: request.init.method,
    url: request.url,
    headers: { ...visibleHeaders, authorization: redacted },
    attempt: attempts,
  };
}
