import type { paths } from "@compute-host/types";
import type { Client } from "openapi-fetch";
import { argumentFrom, assertArgument, InvalidArgumentError, withCaller } from "../errors/errors.ts";
import { type Operation, readJson, readNothing, readObject } from "../operation.ts";
import { serializeQuery } from "../sending/address.ts";
import type { Exchange } from "../sending/call.ts";
import { type Config, checkHeaders, type RequestConfig, resolveRequest } from "../sending/config.ts";
import { beginningOf, checkExchange, parseRedacted } from "../sending/response-error.ts";
import { sendCall } from "../sending/run.ts";
import { fetchOptions, type Init } from "./path-options.ts";

/** What the calls of a client share. */
export interface Shared {
  readonly config: Config;
  readonly core: Client<paths>;
  /** Adds no headers, because copying the client's headers would take as long as sending the call. */
  readonly bare: Client<paths>;
  hasMiddleware: boolean;
}

/** Replaces `Request` if nothing observes a call: constructing a `Request` takes longer than everything else here. */
function createRecord(url: string, init: RequestInit): object {
  return { ...init, url };
}

/** Makes a `Request` refuse what it cannot hold with an InvalidArgumentError. */
function checkedRequest(Own: typeof Request): unknown {
  function Checked(...args: ConstructorParameters<typeof Request>): Request {
    return argumentFrom(() => new Own(...args), "headers, body, Request and pathSerializer must be valid");
  }
  // openapi-fetch asks whether what middleware returns is an instance.
  Checked.prototype = Own.prototype;
  return Checked;
}

/** What openapi-fetch returns. */
export interface Result {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

/** One call by path while it runs. */
export class PathCall {
  readonly #shared: Shared;
  readonly #operation: Operation | undefined;
  readonly #isObserved: boolean;
  readonly #init: Init;
  readonly #request: RequestConfig;
  #isWriting = true;

  constructor(shared: Shared, operation: Operation | undefined, isObserved: boolean, init: Init) {
    this.#shared = shared;
    this.#operation = operation;
    this.#isObserved = isObserved;
    this.#init = init;
    this.#request = resolveRequest({ ...init, headers: undefined }, shared.config);
  }

  /** Whether the request has the headers of the client and no others. */
  get #isPlain(): boolean {
    const { headers, params, body } = this.#init;
    return !this.#isObserved && !headers && !params?.header && body === undefined;
  }

  /** Lets openapi-fetch run middleware and write the request, which `#send` then receives. */
  async request(method: string, path: string, signal: Init["signal"]): Promise<Result> {
    const { bare, core } = this.#shared;
    const { params, querySerializer } = this.#init;
    const names = this.#operation?.query;
    const prepared = {
      ...this.#init,
      // For paths of the spec, parameters are written and checked as in the methods.
      querySerializer:
        querySerializer ??
        (names && ((values: Record<string, unknown>) => serializeQuery(values, names).slice(1))),
      // Without a `path`, openapi-fetch would send `{computerId}` literally.
      params: { ...params, path: params?.path ?? {} },
      signal,
      fetch: (sent: Request) => {
        this.#isWriting = false;
        return this.#send(sent);
      },
      // openapi-fetch returns `response[parseAs]()` as the data: `#respond` puts the parsed data there.
      ...(!this.#isObserved && { parseAs: "parsed" }),
      Request: this.#isObserved ? checkedRequest(this.#init.Request ?? Request) : createRecord,
    };
    const client = this.#isPlain ? bare : core;
    try {
      return (await client.request(method as never, path as never, prepared as never)) as Result;
    } catch (error) {
      // For a value that cannot be written, openapi-fetch throws the platform's error. With middleware, the
      // error may be the middleware's own.
      const isOwn = this.#isObserved || !this.#isWriting || error instanceof InvalidArgumentError;
      assertArgument(isOwn, "headers and body must be valid");
      throw withCaller(error);
    }
  }

  /** Sends what openapi-fetch prepared, with the checks of the resources. */
  async #send(sent: Request): Promise<Response> {
    const { config } = this.#shared;
    const { params: _, parseAs: __, fetch: ownFetch, ...rest } = this.#init;
    const { method, url, signal } = sent;
    const { operationId, isAnonymous } = this.#operation ?? {};
    const isObserved = this.#isObserved;
    const headers = this.#isPlain
      ? config.headers
      : Object.fromEntries(sent.headers as Iterable<[string, string]>);
    // One that the call or middleware sets replaces the token. An empty one is refused: the client's would be sent.
    const { authorization, ...others } = headers;
    checkHeaders(authorization ? others : headers);
    await config.validate?.["~check"](operationId, rest.body);
    // `fetch` ignores options such as `timeoutMs`.
    const init = {
      ...rest,
      ...(isObserved && Object.fromEntries(fetchOptions.map((name) => [name, sent[name as "cache"]]))),
      signal,
      // In memory, so that it can be sent more than once.
      body: isObserved && sent.body ? await sent.arrayBuffer() : sent.body,
    };
    const exchange = await sendCall(config, {
      operationId,
      // No token goes to another address.
      isAnonymous: isAnonymous || !url.startsWith(`${config.baseUrl}/`),
      method,
      url,
      headers,
      init: init as RequestInit,
      signal,
      limits: this.#request.limits,
      hooks: this.#request.hooks,
      fetch: ownFetch && ((...given) => ownFetch(new Request(...given))),
    });
    return this.#respond(exchange);
  }

  /**
   * Creates the response that openapi-fetch reads, after the checks of the resources: openapi-fetch accepts a
   * success without the promised body.
   */
  async #respond(exchange: Exchange): Promise<Response> {
    const { response, body } = exchange;
    const { redact } = exchange.redactionNow();
    const { ok, status } = response;
    const { parseAs = "json" } = this.#init;
    let text = body;
    let data: unknown;
    if (ok || status < 400 || status > 599) checkExchange(exchange);
    if (!ok) {
      try {
        text = JSON.stringify(parseRedacted(body, redact));
      } catch {
        text = beginningOf(body, redact);
      }
    } else if (parseAs === "json") {
      // Nothing is known about the body of another path.
      const { read = readObject } = this.#operation ?? { read: body ? readJson : readNothing };
      data = read(exchange);
      await this.#shared.config.validate?.["~check"](this.#operation?.operationId, data, exchange as never);
    }
    if (this.#isObserved) return copyResponse(response, text);
    return Object.assign(response, { parsed: () => data, text: async () => text });
  }
}

/** Copies a response, with a body that middleware can read in any way. */
function copyResponse({ status, statusText, headers, url }: Response, body: string): Response {
  // A response with a status such as 204 can only be constructed without a body.
  const copy = new Response(body || null, { status, statusText, headers });
  return Object.defineProperty(copy, "url", { value: url });
}
