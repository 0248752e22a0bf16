import { ConnectionError, TimeoutError, TokenError } from "../errors/errors.ts";
import { reasonOf, redactError, redactionOf } from "../errors/redact.ts";
import type { Call, Exchange } from "./call.ts";
import { type CallControl, superviseCall } from "./call-control.ts";
import type { Config } from "./config.ts";
import { createObserver } from "./hooks.ts";
import { readBody } from "./response-body.ts";
import { retryDelay } from "./retry.ts";

/** Sends a call with authentication, retries, timeouts and hooks; resolves whatever the status. */
export function sendCall(config: Config, call: Call): Promise<Exchange> {
  return superviseCall(config.signal, (control) => run(config, call, control));
}

/** Runs a call: gets the token, then makes attempts, each after a pause or with a new token. */
async function run(config: Config, call: Call, control: CallControl): Promise<Exchange> {
  const { operationId, method, url, headers } = call;
  const { signal } = control;
  const deadline = performance.now() + config.deadlineMs;
  let attempts = 0;
  /** Absent if the call has no token or its own `authorization`. */
  let token: string | undefined;
  /** The token that got a 401 and was replaced; a call replaces its token only once. */
  let refusedToken = "";
  let cause: unknown;

  const redactionNow = () => redactionOf(headers, token, refusedToken);
  const observer =
    config.hooks.length > 0 ? createObserver(config.hooks, call, control, redactionNow) : undefined;

  const createError: Exchange["createError"] = (type, what, details) => {
    const { redact } = redactionNow();
    return new type(redact(`${operationId ?? method}: ${what}`), {
      operationId,
      attempts,
      ...details,
      cause: redactError(details.cause, redact),
    });
  };

  /** Stops the call if the wait that begins now takes too long, or the call runs out of time. */
  const limitWait = (missing: string) => {
    const leftMs = deadline - performance.now();
    const option = leftMs < config.timeoutMs ? "deadlineMs" : "timeoutMs";
    const timeoutMs = config[option];
    control.setTimer(Math.min(timeoutMs, leftMs), () =>
      control.stop(
        createError(TimeoutError, `no ${missing} within ${option} (${timeoutMs} ms)`, { timeoutMs }),
      ),
    );
  };

  try {
    const given = call.isAnonymous || headers.authorization ? undefined : config.token(signal);
    if (typeof given === "object") limitWait("token");
    token = typeof given === "object" ? await given : given;
  } catch (cause) {
    throw createError(TokenError, "the token function failed", { cause });
  }
  for (;;) {
    let exchange: Exchange | undefined;
    let error: unknown;
    limitWait("complete response");
    if (signal.aborted) throw signal.reason;
    attempts++;
    observer?.begin(attempts);
    try {
      const sent = { ...headers };
      if (token) sent.authorization = `Bearer ${token}`;
      const init = { ...call.init, method, headers: sent, redirect: "manual", signal } as const;
      const response = await (config.fetch ?? fetch)(url, init);
      const { body, isCut } = await readBody(response, config.maxResponseBytes);
      exchange = { response, body, isCut, attempts, cause, redactionNow, createError };
      observer?.end(response);
      if (response.ok) return exchange;
    } catch (thrown) {
      const reason = reasonOf(redactError(thrown, redactionNow().redact));
      const what = `no complete response from ${new URL(url).origin}${reason ? ` (${reason})` : ""}`;
      error = createError(ConnectionError, what, { cause: thrown, reason });
      observer?.end(undefined, error);
    }
    if (signal.aborted) throw error;
    const status = exchange?.response.status;
    if (status === 401 && token && !refusedToken) {
      const refused = token;
      limitWait("token");
      try {
        token = await config.token(signal, refused);
      } catch (thrown) {
        cause = thrown;
      }
      if (token !== refused) {
        refusedToken = refused;
        continue;
      }
    }
    // The attempt with another token after a 401 is not a retry.
    const retries = attempts - (refusedToken ? 2 : 1);
    const delayMs = retryDelay(method, exchange?.response, retries, config);
    if (delayMs === undefined || delayMs > deadline - performance.now()) {
      if (exchange) return { ...exchange, cause };
      throw error;
    }
    observer?.retry({ status, error, delayMs });
    await new Promise<void>((resume) => control.setTimer(delayMs, resume));
  }
}
