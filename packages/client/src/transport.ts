import type { Call, ErrorFactory, Exchange, RunningCall, Transport } from "./call.ts";
import { type CallControl, superviseCall } from "./call-control.ts";
import { type Config, resolveLimits } from "./config.ts";
import { ConnectionError, TimeoutError, TokenError } from "./errors.ts";
import { observeCall } from "./hooks.ts";
import { readBody } from "./read-response.ts";
import { createRedact, reasonOf, redactError } from "./redact.ts";
import { parseRetryAfter, retryDelay } from "./retry.ts";

/** Makes the transport that the entries share. */
export function createTransport(config: Config): Transport {
  return (call) => superviseCall(call.options.signal, (control) => sendCall(config, call, control));
}

/** What changes while a call runs. */
interface CallState extends RunningCall {
  attempts: number;
  sent: Call["headers"];
  /** Absent if the call has no token, or brings its own `authorization`. */
  token: string | undefined;
  /** The token that got a 401 and was replaced: a call replaces its token once. */
  refusedToken: string;
}

/** Runs a call to its end: asks for the token, then repeats attempts, each after a pause or with a new token. */
async function sendCall(config: Config, call: Call, control: CallControl): Promise<Exchange> {
  const { signal, setTimer, stop } = control;
  const { operationId, isAnonymous, method, url, headers, init, options } = call;
  const { hooks = config.hooks } = options;
  const limits = resolveLimits(options, config.limits);
  const deadline = performance.now() + limits.deadlineMs;
  const createError: ErrorFactory = (type, what, { cause, ...details }) =>
    new type(redact(`${operationId ?? method}: ${what}`), {
      operationId,
      attempts: state.attempts,
      cause: redactError(cause, redact),
      ...details,
    });
  const redact = createRedact(() => ({ ...state.sent, token: state.refusedToken }));
  const state = { attempts: 0, sent: headers, redact, refusedToken: "", createError } as CallState;
  const observer = hooks && observeCall(hooks, call, state);
  // An attempt may ignore its signal, and return too late or never.
  if (observer) control.onStop = (reason) => observer.end(undefined, reason);

  const token = isAnonymous || headers.authorization ? undefined : config.tokenFor(signal);
  state.token = token as string | undefined;
  // Do not await a static token: it costs a microtask per call.
  if (typeof token === "object") {
    limitWait("token");
    state.token = await token.catch((cause) => {
      throw createError(TokenError, "the token function failed", { cause });
    });
  }
  for (;;) {
    let exchange: Exchange | undefined;
    let error: ConnectionError | undefined;
    state.sent = { ...headers };
    if (state.token) state.sent.authorization = `Bearer ${state.token}`;
    limitWait("complete response");
    signal.throwIfAborted();
    state.attempts++;
    observer?.begin();
    try {
      const response = await (call.fetch ?? config.fetch ?? fetch)(url, {
        ...init,
        method,
        headers: state.sent,
        redirect: "manual",
        signal,
      });
      const body = await readBody(response, limits.maxResponseBytes);
      observer?.end(response);
      const retryAfterMs = response.ok ? undefined : parseRetryAfter(response.headers.get("retry-after"));
      exchange = { response, ...body, retryAfterMs, run: state };
    } catch (thrown) {
      const cause = redactError(thrown, redact);
      const reason = reasonOf(cause);
      const what = `no complete response from ${new URL(url).origin}${reason ? ` (${reason})` : ""}`;
      error = createError(ConnectionError, what, { cause, reason });
      observer?.end(undefined, error);
    }
    signal.throwIfAborted();
    const { token: refused } = state;
    if (exchange?.response.status === 401 && refused && !state.refusedToken) {
      limitWait("token");
      try {
        state.token = (await config.tokenFor(signal, refused)) ?? refused;
      } catch (cause) {
        exchange.cause = cause;
      }
      if (state.token !== refused) {
        state.refusedToken = refused;
        continue;
      }
    }
    // The attempt with another token after a 401 is not a retry.
    const retries = state.attempts - (state.refusedToken ? 2 : 1);
    const delayMs = retryDelay(method, exchange, retries, limits);
    if (delayMs === undefined || performance.now() + delayMs > deadline) {
      if (exchange) return exchange;
      throw error;
    }
    observer?.retry({ status: exchange?.response.status, error, delayMs });
    await new Promise<void>((resume) => setTimer(delayMs, resume));
  }

  /** Stops the call if the wait that begins takes too long, or the call has no time left. */
  function limitWait(missing: string): void {
    const leftMs = deadline - performance.now();
    const option = leftMs < limits.timeoutMs ? "deadlineMs" : "timeoutMs";
    const timeoutMs = limits[option];
    setTimer(Math.min(timeoutMs, leftMs), () =>
      stop(createError(TimeoutError, `no ${missing} within ${option} (${timeoutMs} ms)`, { timeoutMs })),
    );
  }
}
