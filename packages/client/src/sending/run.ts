import {
  type ComputeHostError,
  ConnectionError,
  type ErrorDetails,
  TimeoutError,
  TokenError,
} from "../errors/errors.ts";
import { type Redaction, reasonOf, redactError, redactionOf } from "../errors/redact.ts";
import type { Call, Exchange } from "./call.ts";
import { type Config, type Limits, resolveLimits } from "./config.ts";
import { ObservedCall, type RequestEvent, type RetryEvent } from "./hooks.ts";
import { retryDelay } from "./retry.ts";

/**
 * Shared by all calls, because constructing a decoder costs as much as decoding a body; created late, because
 * not every test environment has one.
 */
let decoder: InstanceType<typeof TextDecoder> | undefined;

/** Decodes a body of one chunk. */
function decode(chunk: Uint8Array<ArrayBuffer> | undefined): string {
  decoder ??= new TextDecoder();
  return decoder.decode(chunk);
}

/** Sends a call with authentication, retries, timeouts and hooks; resolves whatever the status. */
export function sendCall(config: Config, call: Call): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    void new Run(config, call, resolve, reject).start();
  });
}

/**
 * One call while it runs. Its methods are on the prototype and only `start` is asynchronous, because every
 * call pays for each closure and each promise.
 */
class Run extends ObservedCall<Exchange> {
  response: Response | undefined;
  body = "";
  isCut = false;
  cause: unknown;
  readonly #config: Config;
  readonly #call: Call;
  readonly #limits: Limits;
  readonly #deadline: number;
  /** Absent if the call has no token or its own `authorization`. */
  #token: string | undefined;
  /** The token that got a 401 and was replaced; a call replaces its token only once. */
  #refusedToken = "";

  constructor(
    config: Config,
    call: Call,
    resolve: (exchange: Exchange) => void,
    reject: (reason: unknown) => void,
  ) {
    const { options } = call;
    super(options?.hooks ?? config.hooks, options?.signal, resolve, reject);
    this.#config = config;
    this.#call = call;
    this.#limits = options ? resolveLimits(options, config.limits) : config.limits;
    this.#deadline = performance.now() + this.#limits.deadlineMs;
  }

  /** Runs the call: gets the token, then makes attempts, each after a pause or with a new token. */
  async start(): Promise<void> {
    const { signal } = this;
    const config = this.#config;
    const call = this.#call;
    const { method, url, headers } = call;
    try {
      const given = call.isAnonymous || headers.authorization ? undefined : config.tokenFor(signal);
      this.#token = given as string | undefined;
      // Do not await a static token: it costs a microtask per call.
      if (typeof given === "object") {
        this.#limitWait("token");
        this.#token = await given;
      }
      for (;;) {
        let error: ConnectionError | undefined;
        this.response = undefined;
        const sent = { ...headers };
        if (this.#token) sent.authorization = `Bearer ${this.#token}`;
        this.#limitWait("complete response");
        if (signal.aborted) return;
        this.begin(call);
        try {
          const init = { ...call.init, method, headers: sent, redirect: "manual", signal } as const;
          const response = await (call.fetch ?? config.fetch ?? fetch)(url, init);
          // Read here, because every call would pay for an asynchronous function.
          // 1 MiB of an error is enough: a problem document is far smaller.
          let left = Math.min(this.#limits.maxResponseBytes, response.ok ? Infinity : 2 ** 20);
          const reader = response.body?.getReader?.();
          const chunks: Uint8Array<ArrayBuffer>[] = [];
          while (reader && left >= 0) {
            const { done, value } = await reader.read();
            if (done) break;
            left -= value.length;
            chunks.push(value);
          }
          if (left < 0) reader?.cancel().catch(() => {});
          // Most bodies are one chunk. React Native has no stream here.
          this.body =
            chunks.length === 1 ? decode(chunks[0]) : await (reader ? new Blob(chunks) : response).text();
          // Without a stream, `left` is still the limit, and all of the text was read.
          this.isCut = left < (reader ? 0 : this.body.length);
          // Its end may be part of a credential, which could not be recognised. Servers refuse longer headers.
          if (this.isCut) this.body = this.body.slice(0, -1e4);
          this.response = response;
          this.endRequest(response);
          if (response.ok) return this.resolve(this as unknown as Exchange);
        } catch (thrown) {
          const reason = reasonOf(redactError(thrown, this.redaction.redact));
          const what = `no complete response from ${new URL(url).origin}${reason ? ` (${reason})` : ""}`;
          error = this.createError(ConnectionError, what, { cause: thrown, reason });
          this.endRequest(undefined, error);
        }
        if (signal.aborted) return;
        const { response } = this;
        const status = response?.status;
        const refused = this.#token;
        if (status === 401 && refused && !this.#refusedToken) {
          this.#limitWait("token");
          try {
            this.#token = (await config.tokenFor(signal, refused)) ?? refused;
          } catch (cause) {
            this.cause = cause;
          }
          if (this.#token !== refused) {
            this.#refusedToken = refused;
            continue;
          }
        }
        // The attempt with another token after a 401 is not a retry.
        const retries = this.attempts - (this.#refusedToken ? 2 : 1);
        const delayMs = retryDelay(method, response, retries, this.#limits);
        if (delayMs === undefined || delayMs > this.#deadline - performance.now())
          return response ? this.resolve(this as unknown as Exchange) : this.reject(error);
        this.notify("onRetry", { status, error, delayMs } satisfies Omit<RetryEvent, keyof RequestEvent>);
        if (signal.aborted) return;
        await new Promise<void>((resume) => this.setTimer(delayMs, resume));
      }
    } catch (cause) {
      // Only the token function throws here: what `fetch` throws is caught above.
      this.reject(this.createError(TokenError, "the token function failed", { cause }));
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
    const { redact } = this.redaction;
    const { operationId, method } = this.#call;
    return new type(redact(`${operationId ?? method}: ${what}`), {
      operationId,
      attempts: this.attempts,
      ...details,
      cause: redactError(details.cause, redact),
    });
  }

  /** Stops the call if the wait that begins now takes too long, or the call runs out of time. */
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
