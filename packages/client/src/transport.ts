import type { Call, ErrorFactory, Exchange, RunningCall, Transport } from "./call.ts";
import { type CallControl, superviseCall } from "./call-control.ts";
import { type Config, resolveLimits } from "./config.ts";
import { ConnectionError, TimeoutError, TokenError } from "./errors.ts";
import { observeCall } from "./hooks.ts";
import { readBody } from "./read-response.ts";
import { createRedact, reasonOf, redactError } from "./redact.ts";
import { maxBodyBytes } from "./requests.gen.ts";
import { parseRetryAfter, retryDelay } from "./retry.ts";

/** Makes the transport that the entries share. */
export function createTransport(config: Config): Transport {
  return (call) => superviseCall(call.options.signal, (control) => sendCall(config, call, control));
}

/** What changes while a call runs. */
interface CallState extends RunningCall {
  attempts: number;
  sent: Call["headers"];
  redact: RunningCall["redact"];
  /** Absent if the call has no token, or brings its own `authorization`. */
  token: string | undefined;
  /** The token that got a 401 and was replaced: a call replaces its token once. */
  refusedToken: string;
}

/** Runs a call to its end: asks for the token, then repeats attempts, each after a pause or with a new token. */
async function sendCall(config: Config, call: Call, control: CallControl): Promise<Exchange> {
  const { signal, setTimer, stop } = control;
  const { operationId, method, url, headers, init, options } = call;
  const { hooks = config.hooks } = options;
  const limits = resolveLimits(options, config.limits);
  const deadline = performance.now() + limits.deadlineMs;
  const createError: ErrorFactory = (type, what, { cause, ...details }) =>
    new type(state.redact(`${operationId ?? method}: ${what}`), {
      operationId,
      attempts: state.attempts,
      cause: redactError(cause, state.redact),
      ...details,
    });
  const state = { attempts: 0, refusedToken: "", createError } as CallState;
  prepare();
  const observer = hooks && observeCall(hooks, call, state);
  // An attempt may ignore its signal, and return too late or never.
  if (observer) control.onStop = (reason) => observer.end(undefined, reason);

  const token = headers.authorization ? undefined : config.tokenFor(signal);
  // Do not await a static token: it costs a microtask per call.
  state.token = typeof token === "object" ? await awaitToken(token) : token;
  for (;;) {
    const { error, exchange } = await attempt();
    signal.throwIfAborted();
    const status = exchange?.response.status;
    if (exchange && status === 401 && (await replaceToken(exchange))) continue;
    // The attempt with another token after a 401 is not a retry.
    const retries = state.attempts - (state.refusedToken ? 2 : 1);
    const delayMs = retryDelay(method, exchange, retries, limits);
    if (delayMs === undefined || performance.now() + delayMs > deadline) {
      if (exchange) return exchange;
      throw error;
    }
    observer?.retry({ status, error, delayMs });
    await new Promise<void>((resume) => setTimer(delayMs, resume));
  }

  /** Sets what the next request sends, and its redaction. */
  function prepare(): void {
    state.sent = { ...headers };
    if (state.token) state.sent.authorization = `Bearer ${state.token}`;
    state.redact = createRedact(() => ({ ...config.secrets, ...state.sent, " ": state.refusedToken }));
  }

  function awaitToken(promise: Promise<string | undefined>): Promise<string | undefined> {
    limitWait("token");
    return promise.catch((cause) => {
      throw createError(TokenError, "the token function failed", { cause });
    });
  }

  /** Sends one request, and reads its response; a broken connection is a result, too, because it may be retried. */
  async function attempt(): Promise<{ exchange?: Exchange; error?: ConnectionError }> {
    prepare();
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
      return { exchange: { response, ...body, retryAfterMs, run: state } };
    } catch (thrown) {
      const error = connectionError(redactError(thrown, state.redact));
      observer?.end(undefined, error);
      return { error };
    }
  }

  function connectionError(cause: Error | undefined): ConnectionError {
    const reason = reasonOf(cause);
    let what = `no complete response from ${new URL(url).origin}`;
    if (reason) what += ` (${reason})`;
    if (/EPIPE|RESET|SOCKET/.test(reason as string)) {
      // A service that refuses a large body may close the connection before `fetch` reads the response (nodejs/node#12339).
      const { size } = new Blob([init.body as string]);
      if (size > maxBodyBytes) what += `: the body has ${size} bytes, the service accepts ${maxBodyBytes}`;
    }
    return createError(ConnectionError, what, { cause, reason });
  }

  /** After a 401: asks once for another token, and tells whether there is one to repeat the request with. */
  async function replaceToken(exchange: Exchange): Promise<boolean> {
    const { token: refused, refusedToken } = state;
    if (!refused || refusedToken) return false;
    limitWait("token");
    try {
      state.token = (await config.tokenFor(signal, refused)) ?? refused;
    } catch (cause) {
      exchange.cause = cause;
    }
    if (state.token === refused) return false;
    state.refusedToken = refused;
    return true;
  }

  /** Stops the call if the wait that begins takes too long, or the call has no time left. */
  function limitWait(missing: string): void {
    const leftMs = deadline - performance.now();
    setTimer(Math.min(limits.timeoutMs, leftMs), () => {
      const option = leftMs < limits.timeoutMs ? "deadlineMs" : "timeoutMs";
      const timeoutMs = limits[option];
      stop(createError(TimeoutError, `no ${missing} within ${option} (${timeoutMs} ms)`, { timeoutMs }));
    });
  }
}
