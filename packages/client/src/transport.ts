import type { OperationId } from "@compute-host/types";
import { announceRetry, beginAttempt, breakAttempt, completeAttempt } from "./attempt.ts";
import { type CallControl, superviseCall } from "./call-control.ts";
import { type Config, type Limits, resolveHeaders, resolveLimits } from "./config.ts";
import { type ConnectionError, TimeoutError } from "./errors.ts";
import { type ClientHooks, redactHeaders } from "./hooks.ts";
import type { CallOptions } from "./options.ts";
import { redactError } from "./redact-error.ts";
import { retryDelay } from "./retry.ts";
import { createTokenSource, type TokenSource } from "./token-source.ts";

/** What is sent: an address, and what `fetch` is given beside it. */
export interface OutgoingRequest {
  readonly url: string;
  readonly init: RequestInit & { method: string; headers?: Record<string, string> | undefined };
}

/** One call: how it is sent, and how its answer is read. */
export interface Call<B> {
  readonly operationId?: OperationId;
  readonly options: CallOptions;
  read(response: Response): Promise<B>;
}

/** The end of a call that got a response, whatever its status. */
export interface Exchange<B> {
  readonly response: Response;
  readonly body: B;
  readonly attempts: number;
  readonly retryAfterMs: number | undefined;
  /** The token that was sent, to keep it out of errors. */
  readonly token: string;
  /** Why no new token could be had after a 401. */
  refreshError?: unknown;
}

/** A call under way. */
export interface Sending<B> {
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

/**
 * Sends a request with authentication, retries, timeouts and hooks; resolves whatever the status.
 *
 * @throws InvalidArgumentError, before it gives a promise, where an option is wrong
 */
export type Transport = <B>(request: OutgoingRequest, call: Call<B>) => Promise<Exchange<B>>;

/** Makes the transport that the client and its raw entry share. */
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

async function send<B>(sending: Sending<B>): Promise<Exchange<B>> {
  const { config, request, call, limits, control } = sending;
  const { init } = request;
  limitPhase(sending, Number.POSITIVE_INFINITY);
  const token = sending.tokenFor(control.signal);
  // To wait for a token that is there would cost every call a turn.
  sending.token = (typeof token === "string" ? token : await token) as string;
  let canRefresh = true;
  for (let retries = 0; ; retries++) {
    let exchange: Exchange<B> | undefined;
    let error: ConnectionError | undefined;
    limitPhase(sending, limits.timeoutMs);
    beginAttempt(sending);
    try {
      const headers = { ...sending.headers, authorization: `Bearer ${sending.token}` };
      const response = await (config.fetch ?? fetch)(request.url, {
        ...init,
        headers,
        signal: control.signal,
      });
      exchange = completeAttempt(sending, response, await call.read(response));
    } catch (cause) {
      error = breakAttempt(sending, cause);
    }
    if (exchange?.response.ok) return exchange;
    limitPhase(sending, Number.POSITIVE_INFINITY);
    if (exchange?.response.status === 401 && canRefresh) {
      canRefresh = false;
      if (await refreshToken(sending, exchange)) {
        retries--;
        continue;
      }
    }
    const delayMs = retryDelay(init.method, exchange, retries, limits);
    if (delayMs === undefined || performance.now() + delayMs > sending.deadline) {
      if (exchange) return exchange;
      throw error;
    }
    announceRetry(sending, { status: exchange?.response.status, error, delayMs });
    await new Promise<void>((resume) => control.setTimer(delayMs, resume));
  }
}

/** A clock costs more than a comparison, and most calls have no deadline. */
function deadlineOf({ deadlineMs }: Limits): number {
  return deadlineMs === Number.POSITIVE_INFINITY ? deadlineMs : performance.now() + deadlineMs;
}

/** Stops the call when the phase that begins now takes too long, or the call has no time left. */
function limitPhase(sending: Sending<unknown>, ms: number): void {
  const { call, request, limits, deadline, control } = sending;
  const leftMs = deadline === Number.POSITIVE_INFINITY ? deadline : deadline - performance.now();
  control.setTimer(Math.min(ms, leftMs), () => {
    const { operationId } = call;
    const name = leftMs < ms ? "deadlineMs" : "timeoutMs";
    const timeoutMs = limits[name];
    const message = `${operationId ?? request.init.method}: no complete response within ${name} (${timeoutMs} ms)`;
    control.stop(new TimeoutError(message, { operationId, attempts: sending.attempts, timeoutMs }));
  });
}

/** Puts a new token in the place of the one that was refused; false where there is none. */
async function refreshToken<B>(sending: Sending<B>, exchange: Exchange<B>): Promise<boolean> {
  const refused = sending.token;
  try {
    sending.token = (await sending.tokenFor(sending.control.signal, refused)) ?? refused;
  } catch (error) {
    exchange.refreshError = redactError(error, refused);
  }
  return sending.token !== refused;
}
