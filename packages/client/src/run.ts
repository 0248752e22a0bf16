import type { Call, Exchange, RunningCall } from "./call.ts";
import { CallControl } from "./call-control.ts";
import { type Config, type Limits, resolveLimits } from "./config.ts";
import {
  type ComputeHostError,
  ConnectionError,
  type ErrorDetails,
  TimeoutError,
  TokenError,
} from "./errors.ts";
import { CallObserver } from "./hooks.ts";
import { decode } from "./read-response.ts";
import { type Redaction, reasonOf, redactError, redactionOf } from "./redact.ts";
import { parseRetryAfter, retryDelay } from "./retry.ts";

/** How much of the body of an error is read; a problem document is far smaller. */
const maxErrorBytes = 2 ** 20;

/** Sends a call with authentication, retries, timeouts and hooks; resolves whatever the status. */
export function sendCall(config: Config, call: Call): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    void new Run(config, call, resolve, reject).start();
  });
}

/**
 * One call while it runs. Its methods are on the prototype and only `start` is asynchronous, because every call pays for each
 * closure and each promise.
 */
class Run extends CallControl<Exchange> implements RunningCall {
  attempts = 0;
  readonly #config: Config;
  readonly #call: Call;
  readonly #limits: Limits;
  readonly #deadline: number;
  readonly #observer: CallObserver | undefined;
  /** Absent if the call has no token, or brings its own `authorization`. */
  #token: string | undefined;
  /** The token that got a 401 and was replaced: a call replaces its token once. */
  #refusedToken = "";

  constructor(
    config: Config,
    call: Call,
    resolve: (exchange: Exchange) => void,
    reject: (reason: unknown) => void,
  ) {
    const { options } = call;
    super(options?.signal, resolve, reject);
    this.#config = config;
    this.#call = call;
    this.#limits = options ? resolveLimits(options, config.limits) : config.limits;
    const { deadlineMs } = this.#limits;
    // Reading the clock takes longer than the rest.
    this.#deadline = deadlineMs < Infinity ? performance.now() + deadlineMs : Infinity;
    const hooks = options?.hooks ?? config.hooks;
    this.#observer = hooks && new CallObserver(hooks, call, this);
  }

  /** Runs to the end: asks for the token, then repeats attempts, each after a pause or with a new token. */
  async start(): Promise<void> {
    const { signal } = this;
    const config = this.#config;
    const call = this.#call;
    const { method, url, headers } = call;
    const { maxResponseBytes } = this.#limits;
    const observer = this.#observer;
    try {
      const given = call.isAnonymous || headers.authorization ? undefined : config.tokenFor(signal);
      this.#token = given as string | undefined;
      // Do not await a static token: it costs a microtask per call.
      if (typeof given === "object") {
        this.#limitWait("token");
        this.#token = await given.catch((cause) => {
          throw this.createError(TokenError, "the token function failed", { cause });
        });
      }
      for (;;) {
        let exchange: Exchange | undefined;
        let error: ConnectionError | undefined;
        const sent = { ...headers };
        if (this.#token) sent.authorization = `Bearer ${this.#token}`;
        this.#limitWait("complete response");
        if (signal.aborted) return;
        this.attempts++;
        observer?.begin();
        try {
          const init = { ...call.init, method, headers: sent, redirect: "manual", signal } as const;
          const response = await (call.fetch ?? config.fetch ?? fetch)(url, init);
          // Read here, because an asynchronous function would cost every call.
          let left = response.ok ? maxResponseBytes : Math.min(maxResponseBytes, maxErrorBytes);
          const reader = response.body?.getReader?.();
          const chunks: Uint8Array<ArrayBuffer>[] = [];
          while (reader && left >= 0) {
            const { done, value } = await reader.read();
            if (done) break;
            left -= value.length;
            chunks.push(left < 0 ? value.slice(0, left) : value);
          }
          if (left < 0) reader?.cancel().catch(() => {});
          // Most bodies are one chunk. React Native has no stream here.
          const body =
            chunks.length === 1 ? decode(chunks[0]) : await (reader ? new Blob(chunks) : response).text();
          const isCut = left < (reader ? 0 : body.length);
          exchange = { run: this, response, body, isCut, retryAfterMs: undefined };
          observer?.end(response);
          if (response.ok) return this.resolve(exchange);
          exchange.retryAfterMs = parseRetryAfter(response.headers);
        } catch (thrown) {
          const reason = reasonOf(redactError(thrown, this.redaction.redact));
          const what = `no complete response from ${new URL(url).origin}${reason ? ` (${reason})` : ""}`;
          error = this.createError(ConnectionError, what, { cause: thrown, reason });
          observer?.end(undefined, error);
        }
        if (signal.aborted) return;
        const status = exchange?.response.status;
        const refused = this.#token;
        if (exchange && status === 401 && refused && !this.#refusedToken) {
          this.#limitWait("token");
          try {
            this.#token = (await config.tokenFor(signal, refused)) ?? refused;
          } catch (cause) {
            exchange.cause = cause;
          }
          if (this.#token !== refused) {
            this.#refusedToken = refused;
            continue;
          }
        }
        // The attempt with another token after a 401 is not a retry.
        const retries = this.attempts - (this.#refusedToken ? 2 : 1);
        const delayMs = retryDelay(method, exchange, retries, this.#limits);
        if (delayMs === undefined || performance.now() + delayMs > this.#deadline)
          return exchange ? this.resolve(exchange) : this.reject(error);
        observer?.retry({ status, error, delayMs });
        await new Promise<void>((resume) => this.setTimer(delayMs, resume));
      }
    } catch (error) {
      this.reject(error);
    } finally {
      this.end();
    }
  }

  get redaction(): Redaction {
    return redactionOf(this.#call.headers, this.#token, this.#refusedToken);
  }

  createError<E extends ComputeHostError>(
    type: new (message: string, details: ErrorDetails) => E,
    what: string,
    details: ErrorDetails,
  ): E {
    const { attempts } = this;
    const { redact } = this.redaction;
    const { operationId, method } = this.#call;
    const cause = redactError(details.cause, redact);
    return new type(redact(`${operationId ?? method}: ${what}`), {
      operationId,
      attempts,
      ...details,
      cause,
    });
  }

  // Here, because a `fetch` may ignore its signal, and return too late or never.
  override stop(reason: unknown): void {
    super.stop(reason);
    this.#observer?.end(undefined, reason);
  }

  /** Stops the call if the wait that begins takes too long, or the call has no time left. */
  #limitWait(missing: string): void {
    const leftMs = this.#deadline < Infinity ? this.#deadline - performance.now() : Infinity;
    const option = leftMs < this.#limits.timeoutMs ? "deadlineMs" : "timeoutMs";
    const timeoutMs = this.#limits[option];
    this.setTimer(Math.min(timeoutMs, leftMs), () =>
      this.stop(
        this.createError(TimeoutError, `no ${missing} within ${option} (${timeoutMs} ms)`, { timeoutMs }),
      ),
    );
  }
}
