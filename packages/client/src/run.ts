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
import { decode, maxBytesOf, readRest } from "./read-response.ts";
import { type Redact, reasonOf, redactError, redactOf } from "./redact.ts";
import { parseRetryAfter, retryDelay } from "./retry.ts";

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
  sent: Record<string, string>;
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
    this.sent = call.headers;
    this.#limits = options ? resolveLimits(options, config.limits) : config.limits;
    this.#deadline = performance.now() + this.#limits.deadlineMs;
    const hooks = options?.hooks ?? config.hooks;
    this.#observer = hooks && new CallObserver(hooks, call, this);
  }

  /** Runs to the end: asks for the token, then repeats attempts, each after a pause or with a new token. */
  async start(): Promise<void> {
    const { signal } = this;
    const config = this.#config;
    const call = this.#call;
    const limits = this.#limits;
    const observer = this.#observer;
    try {
      const token = call.isAnonymous || call.headers.authorization ? undefined : config.tokenFor(signal);
      // Do not await a static token: it costs a microtask per call.
      this.#token = typeof token === "object" ? await this.#awaitToken(token) : token;
      for (;;) {
        let exchange: Exchange | undefined;
        let error: ConnectionError | undefined;
        const init = this.#nextRequest();
        if (signal.aborted) return;
        this.attempts++;
        observer?.begin();
        try {
          const response = await (call.fetch ?? config.fetch ?? fetch)(call.url, init);
          // Most bodies are one chunk: these two reads cost a call less than an asynchronous function.
          const reader = response.body?.getReader?.();
          const first = reader && (await reader.read());
          const second = first && !first.done ? await reader.read() : first;
          const maxBytes = maxBytesOf(response, limits.maxResponseBytes);
          const { body, isCut } =
            second?.done && !((first?.value?.length as number) > maxBytes)
              ? { body: decode(first?.value), isCut: false }
              : await readRest(response, reader, [first, second], maxBytes);
          exchange = { response, body, isCut, retryAfterMs: undefined, run: this };
          observer?.end(response);
          if (response.ok) return this.resolve(exchange);
          exchange.retryAfterMs = parseRetryAfter(response.headers);
        } catch (thrown) {
          error = this.#connectionError(thrown);
          observer?.end(undefined, error);
        }
        if (signal.aborted) return;
        if (exchange?.response.status === 401 && (await this.#replaceToken(exchange))) continue;
        // The attempt with another token after a 401 is not a retry.
        const retries = this.attempts - (this.#refusedToken ? 2 : 1);
        const delayMs = retryDelay(call.method, exchange, retries, limits);
        if (delayMs === undefined || performance.now() + delayMs > this.#deadline)
          return exchange ? this.resolve(exchange) : this.reject(error);
        observer?.retry({ status: exchange?.response.status, error, delayMs });
        await new Promise<void>((resume) => this.setTimer(delayMs, resume));
      }
    } catch (error) {
      this.reject(error);
    }
  }

  /** Removes the credentials that were sent from a text. */
  get redact(): Redact {
    return redactOf(this.#call.headers, this.#token, this.#refusedToken);
  }

  createError<E extends ComputeHostError>(
    type: new (message: string, details: ErrorDetails) => E,
    what: string,
    { cause, ...details }: ErrorDetails,
  ): E {
    const { operationId, method } = this.#call;
    return new type(this.redact(`${operationId ?? method}: ${what}`), {
      operationId,
      attempts: this.attempts,
      cause: redactError(cause, this.redact),
      ...details,
    });
  }

  // A `fetch` may ignore its signal, and return too late or never.
  protected override onStop(reason: unknown): void {
    this.#observer?.end(undefined, reason);
  }

  /** The options of `fetch` for the next attempt, whose time begins. */
  #nextRequest(): RequestInit {
    const { method, headers, init } = this.#call;
    this.sent = { ...headers };
    if (this.#token) this.sent.authorization = `Bearer ${this.#token}`;
    this.#limitWait("complete response");
    return { ...init, method, headers: this.sent, redirect: "manual", signal: this.signal };
  }

  #awaitToken(token: Promise<string | undefined>): Promise<string | undefined> {
    this.#limitWait("token");
    return token.catch((cause) => {
      throw this.createError(TokenError, "the token function failed", { cause });
    });
  }

  /** Asks once for another token after a 401; returns whether the request can be repeated with it. */
  async #replaceToken(exchange: Exchange): Promise<boolean> {
    const refused = this.#token;
    if (!refused || this.#refusedToken) return false;
    this.#limitWait("token");
    try {
      this.#token = (await this.#config.tokenFor(this.signal, refused)) ?? refused;
    } catch (cause) {
      exchange.cause = cause;
    }
    if (this.#token === refused) return false;
    this.#refusedToken = refused;
    return true;
  }

  #connectionError(thrown: unknown): ConnectionError {
    const cause = redactError(thrown, this.redact);
    const reason = reasonOf(cause);
    const what = `no complete response from ${new URL(this.#call.url).origin}${reason ? ` (${reason})` : ""}`;
    return this.createError(ConnectionError, what, { cause, reason });
  }

  /** Stops the call if the wait that begins takes too long, or the call has no time left. */
  #limitWait(missing: string): void {
    const leftMs = this.#deadline - performance.now();
    const option = leftMs < this.#limits.timeoutMs ? "deadlineMs" : "timeoutMs";
    const timeoutMs = this.#limits[option];
    this.setTimer(Math.min(timeoutMs, leftMs), () =>
      this.stop(
        this.createError(TimeoutError, `no ${missing} within ${option} (${timeoutMs} ms)`, { timeoutMs }),
      ),
    );
  }
}
