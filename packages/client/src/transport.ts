import type { ErrorFactory, Exchange, Transport } from "./call.ts";
import { superviseCall } from "./call-control.ts";
import { type Config, resolveLimits } from "./config.ts";
import { ConnectionError, InvalidArgumentError, TimeoutError, TokenError } from "./errors.ts";
import { observeCall } from "./hooks.ts";
import { readBody } from "./read-response.ts";
import { reasonOf, redactError, redactText } from "./redact.ts";
import { parseRetryAfter, retryDelay } from "./retry.ts";

/** Makes the transport that the entries share. */
export function createTransport(config: Config): Transport {
  return (call) => {
    const { operationId, method, url, headers, init, options, fetch: ownFetch } = call;
    const { hooks = config.hooks } = options;
    const limits = resolveLimits(options, config.limits);
    // A call without a deadline need not read the clock.
    const now = () => (limits.deadlineMs < Infinity ? performance.now() : 0);
    const deadline = now() + limits.deadlineMs;
    let attempts = 0;
    let sentHeaders = headers;
    let refusedToken = "";
    const observer = hooks && observeCall(hooks, call);
    const redact = (text: unknown) =>
      redactText({ ...config.secrets, ...sentHeaders, token: refusedToken }, text);
    const createError: ErrorFactory = (type, what, { cause, ...details }) =>
      new type(redact(`${operationId ?? method}: ${what}`), {
        operationId,
        attempts,
        cause: redactError(cause, redact),
        ...details,
      });

    return superviseCall(
      options.signal,
      async (signal, setTimer, stop) => {
        /** Stops the call if the current wait takes too long, or the call has no time left. */
        const limitWait = (missing: string) => {
          const leftMs = deadline - now();
          setTimer(Math.min(limits.timeoutMs, leftMs), () => {
            const option = leftMs < limits.timeoutMs ? "deadlineMs" : "timeoutMs";
            const timeoutMs = limits[option];
            stop(
              createError(TimeoutError, `no ${missing} within ${option} (${timeoutMs} ms)`, { timeoutMs }),
            );
          });
        };

        let token = headers.authorization ? undefined : config.tokenFor(signal);
        let canRefresh = !!token;
        // Do not await a static token: it costs a microtask per call.
        if (typeof token === "object") {
          limitWait("token");
          token = await token.catch((cause) => {
            if (cause instanceof InvalidArgumentError) throw cause;
            throw createError(TokenError, "the token function failed", { cause });
          });
        }

        for (let retries = 0; ; retries++) {
          let exchange: Exchange | undefined;
          let error: ConnectionError | undefined;
          sentHeaders = { ...headers };
          if (token) sentHeaders.authorization = `Bearer ${token}`;
          limitWait("complete response");
          signal.throwIfAborted();
          attempts++;
          observer?.begin(sentHeaders);
          try {
            const response = await (ownFetch ?? config.fetch ?? fetch)(url, {
              ...init,
              method,
              headers: sentHeaders,
              redirect: "manual",
              signal,
            });
            exchange = {
              response,
              ...(await readBody(response, limits.maxResponseBytes)),
              attempts,
              retryAfterMs: response.ok ? undefined : parseRetryAfter(response.headers.get("retry-after")),
              redact,
              createError,
            };
            signal.throwIfAborted();
            observer?.end(response);
          } catch (thrown) {
            signal.throwIfAborted();
            const cause = redactError(thrown, redact);
            const reason = reasonOf(cause);
            const what = `no complete response from ${new URL(url).origin}${reason ? ` (${reason})` : ""}`;
            error = createError(ConnectionError, what, { cause, reason });
            observer?.end(undefined, error);
          }
          const status = exchange?.response.status;
          if (status === 401 && canRefresh) {
            canRefresh = false;
            limitWait("token");
            try {
              const given: string | undefined = await config.tokenFor(signal, token);
              if (given && given !== token) {
                refusedToken = token as string;
                token = given;
                retries--;
                continue;
              }
            } catch (cause) {
              (exchange as Exchange).cause = cause;
            }
          }
          const delayMs = retryDelay(method, exchange, retries, limits);
          if (delayMs === undefined || now() + delayMs > deadline) {
            if (exchange) return exchange;
            throw error;
          }
          observer?.retry({ status, error, delayMs });
          await new Promise<void>((resume) => setTimer(delayMs, resume));
        }
      },
      (reason) => observer?.end(undefined, reason),
    );
  };
}
