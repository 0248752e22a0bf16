import { type CallControl, superviseCall } from "./call-control.ts";
import { type Config, type Limits, resolveHeaders, resolveLimits } from "./config.ts";
import { ConnectionError, TimeoutError } from "./errors.ts";
import { type Call, type Exchange, type OutgoingRequest, requestIdOf, type Transport } from "./exchange.ts";
import {
  type ClientHooks,
  callHook,
  type RequestEvent,
  type RetryEvent,
  redacted,
  redactHeaders,
} from "./hooks.ts";
import { redactError } from "./redact-error.ts";
import { retryDelay } from "./retry.ts";
import { parseRetryAfter } from "./retry-delay.ts";
import { createTokenSource, type TokenSource } from "./token-source.ts";

/** Everything that the attempts of one call share. */
interface CallState<B> {
  readonly config: Config;
  readonly request: OutgoingRequest;
  readonly call: Call<B>;
  readonly limits: Limits;
  /** The time at which `deadlineMs` runs out, as `performance.now()` tells it. */
  readonly deadline: number;
  /** What is sent beside `Authorization`. */
  readonly headers: Record<string, string>;
  readonly hooks: ClientHooks | undefined;
  /** The headers as hooks see them; absent where there are no hooks. */
  readonly visibleHeaders: Record<string, string> | undefined;
  readonly control: CallControl;
  readonly tokenFor: TokenSource;
  token: string;
  /** How many requests were sent. */
  attempts: number;
  /** When the last of them was sent; only where there are hooks. */
  sentAt: number;
}

/** Makes the transport that the entries share. */
export function createTransport(config: Config): Transport {
  const tokenFor = createTokenSource(config.token);
  const visible = redactHeaders(config.headers);
  return (request, call) => {
    const { options } = call;
    const limits = resolveLimits(options, config.limits);
    const hooks = options.hooks ?? config.hooks;
    const { init } = request;
    const isPlain = !init.headers && !options.headers;
    const headers = isPlain
      ? config.headers
      : { ...config.headers, ...init.headers, ...resolveHeaders(options.headers) };
    const visibleHeaders = hooks && (isPlain ? visible : redactHeaders(headers));
    const deadline = deadlineOf(limits);
    return superviseCall(options.signal, (control) =>
      send({
        config,
        request,
        call,
        limits,
        deadline,
        headers,
        hooks,
        visibleHeaders,
        control,
        tokenFor,
        token: "",
        attempts: 0,
        sentAt: 0,
      }),
    );
  };
}

// What an attempt consists of are no asynchronous functions of their own: every call would pay for their promises. Nothing is put
// together that no hook observes.

async function send<B>(state: CallState<B>): Promise<Exchange<B>> {
  const { config, request, call, limits, control } = state;
  const { init } = request;
  limitPhase(state, Number.POSITIVE_INFINITY);
  const token = state.tokenFor(control.signal);
  // Do not await a static token: it costs a microtask per call.
  state.token = (typeof token === "string" ? token : await token) as string;
  let canRefresh = true;
  for (let retries = 0; ; retries++) {
    let exchange: Exchange<B> | undefined;
    let error: ConnectionError | undefined;
    limitPhase(state, limits.timeoutMs);
    beginAttempt(state);
    try {
      const headers = { ...state.headers, authorization: `Bearer ${state.token}` };
      const response = await (config.fetch ?? fetch)(request.url, {
        ...init,
        headers,
        signal: control.signal,
      });
      exchange = completeAttempt(state, response, await call.read(response));
    } catch (cause) {
      error = failAttempt(state, cause);
    }
    if (exchange?.response.ok) return exchange;
    limitPhase(state, Number.POSITIVE_INFINITY);
    if (exchange?.response.status === 401 && canRefresh) {
      canRefresh = false;
      if (await refreshToken(state, exchange)) {
        retries--;
        continue;
      }
    }
    const delayMs = retryDelay(init.method, exchange, retries, limits);
    if (delayMs === undefined || performance.now() + delayMs > state.deadline) {
      if (exchange) return exchange;
      throw error;
    }
    notifyRetry(state, { status: exchange?.response.status, error, delayMs });
    await new Promise<void>((resume) => control.setTimer(delayMs, resume));
  }
}

/** Counts a request that is about to be sent. */
function beginAttempt(state: CallState<unknown>): void {
  const { hooks, control } = state;
  control.signal.throwIfAborted();
  state.attempts++;
  if (!hooks) return;
  if (hooks.onRequest) callHook(hooks.onRequest, requestEvent(state));
  state.sentAt = performance.now();
}

/** The end of an attempt whose response was read. */
function completeAttempt<B>(state: CallState<B>, response: Response, body: B): Exchange<B> {
  const { hooks, control, attempts, token } = state;
  control.signal.throwIfAborted();
  if (hooks?.onResponse) {
    callHook(hooks.onResponse, {
      ...requestEvent(state),
      status: response.status,
      requestId: requestIdOf(response),
      durationMs: performance.now() - state.sentAt,
    });
  }
  const retryAfterMs = response.ok ? undefined : parseRetryAfter(response.headers.get("retry-after"));
  return { response, body, attempts, retryAfterMs, token };
}

/** The end of an attempt without a complete response. Throws the reason instead where the call was stopped. */
function failAttempt(state: CallState<unknown>, cause: unknown): ConnectionError {
  const { request, call, control, attempts, token } = state;
  control.signal.throwIfAborted();
  const { operationId } = call;
  const { origin } = new URL(request.url);
  const message = `${operationId ?? request.init.method}: no complete response from ${origin}`;
  return new ConnectionError(message, { cause: redactError(cause, token), operationId, attempts });
}

function notifyRetry(state: CallState<unknown>, retry: Omit<RetryEvent, keyof RequestEvent>): void {
  const { hooks } = state;
  if (hooks?.onRetry) callHook(hooks.onRetry, { ...requestEvent(state), ...retry });
}

/** What hooks are told of the request that was sent last. */
function requestEvent({ request, call, visibleHeaders, attempts }: CallState<unknown>): RequestEvent {
  return {
    operationId: call.operationId,
    method: request.init.method,
    url: request.url,
    headers: { ...visibleHeaders, authorization: redacted },
    attempt: attempts,
  };
}

/** A clock costs more than a comparison, and most calls have no deadline. */
function deadlineOf({ deadlineMs }: Limits): number {
  return deadlineMs === Number.POSITIVE_INFINITY ? deadlineMs : performance.now() + deadlineMs;
}

/** Stops the call when the phase that begins now takes too long, or the call has no time left. */
function limitPhase(state: CallState<unknown>, ms: number): void {
  const { call, request, limits, deadline, control } = state;
  const leftMs = deadline === Number.POSITIVE_INFINITY ? deadline : deadline - performance.now();
  control.setTimer(Math.min(ms, leftMs), () => {
    const { operationId } = call;
    const name = leftMs < ms ? "deadlineMs" : "timeoutMs";
    const timeoutMs = limits[name];
    const message = `${operationId ?? request.init.method}: no complete response within ${name} (${timeoutMs} ms)`;
    control.stop(new TimeoutError(message, { operationId, attempts: state.attempts, timeoutMs }));
  });
}

/** Puts a new token in the place of the refused one; false where there is none. */
async function refreshToken<B>(state: CallState<B>, exchange: Exchange<B>): Promise<boolean> {
  const refused = state.token;
  try {
    state.token = (await state.tokenFor(state.control.signal, refused)) ?? refused;
  } catch (error) {
    exchange.refreshError = redactError(error, refused);
  }
  return state.token !== refused;
}
