import { ConnectionError } from "./errors.ts";
import { callHook, type RequestEvent, redactHeaders } from "./hooks.ts";
import { redactError } from "./redact-error.ts";
import { parseRetryAfter } from "./retry-delay.ts";
import type { Exchange, Sending } from "./transport.ts";

/** How one request ended: with a response that was read, or with an error. */
export interface AttemptEnd<B> {
  exchange?: Exchange<B>;
  error?: ConnectionError;
  /** What hooks are told of the request. */
  event(): RequestEvent;
}

/** Sends one request and reads its response to the end. Rejects only when the call was stopped. */
export async function sendAttempt<B>(sending: Sending<B>): Promise<AttemptEnd<B>> {
  const { config, request, call, hooks, control, token } = sending;
  const { signal } = control;
  signal.throwIfAborted();
  const attempt = ++sending.attempt;
  const headers = { ...sending.headers, authorization: `Bearer ${token}` };
  const { url, init } = request;
  const { method } = init;
  const { operationId } = call;
  const event = () => ({ operationId, method, url, headers: redactHeaders(headers), attempt });
  callHook(hooks.onRequest, event);
  const startedAt = performance.now();
  try {
    const response = await (config.fetch ?? fetch)(url, { ...init, headers, signal });
    const body = await call.read(response);
    signal.throwIfAborted();
    callHook(hooks.onResponse, () => ({
      ...event(),
      status: response.status,
      requestId: response.headers.get("x-request-id") ?? undefined,
      durationMs: performance.now() - startedAt,
    }));
    const retryAfterMs = parseRetryAfter(response.headers.get("retry-after"));
    return { exchange: { response, body, attempts: attempt, retryAfterMs, token }, event };
  } catch (cause) {
    signal.throwIfAborted();
    const message = `${operationId ?? method}: no complete response from ${new URL(url).origin}`;
    return {
      error: new ConnectionError(message, {
        cause: redactError(cause, token),
        operationId,
        attempts: attempt,
      }),
      event,
    };
  }
}
