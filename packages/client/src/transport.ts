import type { OperationId } from "@compute-host/types";
import { sendAttempt } from "./attempt.ts";
import { type CallControl, superviseCall } from "./call-control.ts";
import { type Config, type Limits, resolveHeaders, resolveLimits } from "./config.ts";
import { TimeoutError } from "./errors.ts";
import { type ClientHooks, callHook } from "./hooks.ts";
import type { CallOptions } from "./options.ts";
import { redactError } from "./redact-error.ts";
import { retryDelay } from "./retry.ts";
import { createTokenSource, type TokenSource } from "./token-source.ts";

/** What is sent: an address, and what `fetch` is given beside it. */
export interface OutgoingRequest {
  url: string;
  init: RequestInit & { method: string; headers?: Record<string, string> | undefined };
}

/** One call: how it is sent, and how its answer is read. */
export interface Call<B> {
  operationId?: OperationId;
  options: CallOptions;
  read(response: Response): Promise<B>;
}

/** The end of a call that got a response, whatever its status. */
export interface Exchange<B> {
  response: Response;
  body: B;
  attempts: number;
  retryAfterMs: number | undefined;
  /** The token that was sent, to keep it out of errors. */
  token: string;
  /** Why no new token could be had after a 401. */
  refreshError?: unknown;
}

/** A call under way. */
export interface Sending<B> {
  config: Config;
  request: OutgoingRequest;
  call: Call<B>;
  limits: Limits;
  headers: Record<string, string>;
  hooks: ClientHooks;
  control: CallControl;
  token: string;
  /** How many requests were sent. */
  attempt: number;
}

/** Sends a request with authentication, retries, timeouts and hooks; resolves whatever the status. */
export type Transport = <B>(request: OutgoingRequest, call: Call<B>) => Promise<Exchange<B>>;

/** Makes the transport that the client and its raw entry share. */
export function createTransport(config: Config): Transport {
  const tokenFor = createTokenSource(config.token);
  return async (request, call) => {
    const { options } = call;
    const limits = resolveLimits(options, config.limits);
    const hooks = options.hooks ?? config.hooks ?? {};
    const headers = {
      ...config.headers,
      ...request.init.headers,
      ...(options.headers && resolveHeaders(options.headers)),
    };
    return superviseCall(options.signal, (control) =>
      send({ config, request, call, limits, headers, hooks, control, token: "", attempt: 0 }, tokenFor),
    );
  };
}

async function send<B>(sending: Sending<B>, tokenFor: TokenSource): Promise<Exchange<B>> {
  const { request, limits, hooks, control } = sending;
  const deadline = performance.now() + limits.deadlineMs;
  const untilDeadline = () => deadline - performance.now();
  limitPhase(sending, Number.POSITIVE_INFINITY, untilDeadline());
  sending.token = (await tokenFor(control.signal)) as string;
  let canRefresh = true;
  for (let retries = 0; ; retries++) {
    limitPhase(sending, limits.timeoutMs, untilDeadline());
    const { exchange, error, event } = await sendAttempt(sending);
    limitPhase(sending, Number.POSITIVE_INFINITY, untilDeadline());
    if (exchange?.response.status === 401 && canRefresh) {
      canRefresh = false;
      if (await refreshToken(sending, exchange, tokenFor)) {
        retries--;
        continue;
      }
    }
    const delayMs = retryDelay(request.init.method, exchange, retries, limits);
    if (delayMs === undefined || delayMs > untilDeadline()) {
      if (exchange) return exchange;
      throw error;
    }
    callHook(hooks.onRetry, () => ({ ...event(), status: exchange?.response.status, error, delayMs }));
    await new Promise<void>((resume) => control.setTimer(delayMs, resume));
  }
}

/** Stops the call when the phase that begins now takes too long, or the call has no time left. */
function limitPhase(sending: Sending<unknown>, ms: number, leftMs: number): void {
  const { call, request, limits, control } = sending;
  control.setTimer(Math.min(ms, leftMs), () => {
    const { operationId } = call;
    const name = leftMs < ms ? "deadlineMs" : "timeoutMs";
    const timeoutMs = limits[name];
    control.stop(
      new TimeoutError(
        `${operationId ?? request.init.method}: no complete response within ${name} (${timeoutMs} ms)`,
        {
          operationId,
          attempts: sending.attempt,
          timeoutMs,
        },
      ),
    );
  });
}

/** Puts a new token in the place of the one that was refused; false where there is none. */
async function refreshToken<B>(
  sending: Sending<B>,
  exchange: Exchange<B>,
  tokenFor: TokenSource,
): Promise<boolean> {
  const refused = sending.token;
  try {
    sending.token = (await tokenFor(sending.control.signal, refused)) ?? refused;
  } catch (error) {
    exchange.refreshError = redactError(error, refused);
  }
  return sending.token !== refused;
}
