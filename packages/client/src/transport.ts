import { superviseCall } from "./call-control.ts";
import { type Config, resolveLimits } from "./config.ts";
import { ConnectionError, InvalidArgumentError, TimeoutError, TokenError } from "./errors.ts";
import { type Exchange, readBody, requestIdOf, type Transport } from "./exchange.ts";
import { observeCall } from "./hooks.ts";
import { createRedactor, redactError, redactHeaders } from "./redact.ts";
import { parseRetryAfter, retryDelay } from "./retry.ts";
import { createTokenSource } from "./token-source.ts";

/** Makes the transport that the entries share. */
export function createTransport(config: Config): Transport {
  const tokenFor = createTokenSource(config.token);
  const visibleHeaders = redactHeaders(config.headers);
  return ({ url, method, headers, init }, { operationId, options, fetch: ownFetch }) => {
    const { signal, hooks = config.hooks } = options;
    const limits = resolveLimits(options, config.limits);
    const { timeoutMs, deadlineMs, maxResponseBytes } = limits;
    const name = operationId ?? method;
    const deadline = performance.now() + deadlineMs;

    return superviseCall(signal, async (control) => {
      let attempts = 0;
      const observer =
        hooks &&
        observeCall(hooks, {
          operationId,
          method,
          url,
          headers: headers === config.headers ? visibleHeaders : redactHeaders(headers),
        });
      if (observer) control.onStop = (reason) => observer.end(undefined, reason);

      const details = (cause?: unknown) => ({ cause, operationId, attempts });
      /** Stops the call when what it waits for takes too long, or the call has no time left. */
      const limitWait = (missing: string) => {
        const leftMs = deadline - performance.now();
        control.setTimer(Math.min(timeoutMs, leftMs), () => {
          const option = leftMs < timeoutMs ? "deadlineMs" : "timeoutMs";
          const message = `${name}: no ${missing} within ${option} (${limits[option]} ms)`;
          control.stop(new TimeoutError(message, { ...details(), timeoutMs: limits[option] }));
        });
      };

      let { authorization } = headers;
      let token: string | undefined;
      if (!authorization) {
        const given = tokenFor(control.signal);
        if (typeof given === "string") token = given;
        else {
          // Do not await a static token: it costs a microtask per call.
          limitWait("token");
          token = await Promise.resolve(given).catch((cause) => {
            if (cause instanceof InvalidArgumentError) throw cause;
            const visible = redactError(cause, createRedactor(headers));
            throw new TokenError(`${name}: the token function failed`, details(visible));
          });
        }
        authorization = `Bearer ${token}`;
      }

      for (let retries = 0; ; retries++) {
        let exchange: Exchange | undefined;
        let error: ConnectionError | undefined;
        const sentHeaders = { ...headers, authorization };
        const redact = createRedactor(sentHeaders);
        limitWait("complete response");
        control.signal.throwIfAborted();
        attempts++;
        observer?.begin();
        try {
          const response = await (ownFetch ?? config.fetch ?? fetch)(url, {
            ...init,
            method,
            headers: sentHeaders,
            redirect: "manual",
            signal: control.signal,
          });
          const body = await readBody(response, maxResponseBytes);
          control.signal.throwIfAborted();
          const retryAfterMs = response.ok ? undefined : parseRetryAfter(response.headers.get("retry-after"));
          exchange = { operationId, name, response, ...body, attempts, retryAfterMs, redact };
          observer?.end({ status: response.status, requestId: requestIdOf(response) });
        } catch (cause) {
          control.signal.throwIfAborted();
          const message = `${name}: no complete response from ${new URL(url).origin}`;
          error = new ConnectionError(message, details(redactError(cause, redact)));
          observer?.end(undefined, error);
        }
        if (exchange?.response.ok) return exchange;

        const status = exchange?.response.status;
        if (status === 401 && token !== undefined) {
          const refused = token;
          token = undefined;
          limitWait("token");
          try {
            const given = await tokenFor(control.signal, refused);
            if (given && given !== refused) {
              authorization = `Bearer ${given}`;
              retries--;
              continue;
            }
          } catch (cause) {
            (exchange as Exchange).refreshError = redactError(cause, redact);
          }
        }
        const delayMs = retryDelay(method, exchange, retries, limits);
        if (delayMs === undefined || performance.now() + delayMs > deadline) {
          if (exchange) return exchange;
          throw error;
        }
        observer?.retry({ status, error, delayMs });
        await new Promise<void>((resume) => control.setTimer(delayMs, resume));
      }
    });
  };
}
