/**
 * An openapi-fetch client (https://openapi-ts.dev/openapi-fetch) of the spec, with the resources of the main entry.
 *
 * @packageDocumentation
 */
import type { paths } from "@compute-host/types";
import openApiFetch, { type Client, type Middleware } from "openapi-fetch";
import { createPathSerializer, serializeQuery } from "./address.ts";
import type { Exchange } from "./call.ts";
import { superviseCall } from "./call-control.ts";
import type { ComputeHostClient } from "./client.ts";
import {
  assertMembers,
  assertOptions,
  type Config,
  callOptions,
  checkHeaders,
  resolveConfig,
} from "./config.ts";
import { assertArgument, type ComputeHostError, InvalidArgumentError } from "./errors.ts";
import type { Operation } from "./operation.ts";
import { mapOperations } from "./operations.gen.ts";
import type { CallOptions, ClientOptions } from "./options.ts";
import { copyResponse, readReceived } from "./received-response.ts";
import { createResources } from "./resources.ts";
import { sendCall } from "./run.ts";

export type { components, operations, paths } from "@compute-host/types";
export type {
  BodySerializer,
  Client,
  ClientForPath,
  ClientMethod,
  ClientPathsWithMethod,
  ClientRequestMethod,
  FetchOptions,
  FetchResponse,
  HeadersOptions,
  MaybeOptionalInit,
  MethodResponse,
  Middleware,
  MiddlewareCallbackParams,
  ParamsOption,
  ParseAs,
  ParseAsResponse,
  PathBasedClient,
  PathSerializer,
  QuerySerializer,
  QuerySerializerOptions,
  RequestBodyOption,
} from "openapi-fetch";

/** An openapi-fetch client of the spec that also has the resources, such as `computers`. */
export interface OpenApiFetchClient extends Client<paths>, ComputeHostClient {}

/**
 * The paths of the spec, with what a call throws among the errors: for libraries that throw both, as openapi-react-query does
 * with `createReactQuery(api as Client<ThrowingPaths>)`.
 */
export type ThrowingPaths = {
  [Path in keyof paths]: { [Method in keyof paths[Path]]: WithThrown<paths[Path][Method]> };
};

/** 5XX stands for what is thrown, as for each error that the operation does not name. */
type WithThrown<Operation> = Operation extends { responses: infer Responses }
  ? Omit<Operation, "responses"> & {
      responses: Responses & { "5XX": { content: { "application/json": ComputeHostError } } };
    }
  : Operation;

/** The options of a call by path, whatever the path. */
type Init = CallOptions & {
  readonly params?: { readonly [Place in "path" | "query" | "header"]?: Record<string, unknown> };
  readonly parseAs?: string;
  readonly body?: unknown;
  readonly bodySerializer?: unknown;
  readonly fetch?: (request: Request) => Promise<Response>;
};

/** The options of openapi-fetch that see the `Request` or the `Response` of a call, or change how either is constructed. */
const observingOptions = "middleware parseAs Request bodySerializer baseUrl".split(" ");

/** The options of `fetch` that a `Request` has; middleware may change them. */
const fetchOptions = "cache credentials integrity keepalive mode referrer referrerPolicy".split(" ");

/** All options of a call: also of openapi-fetch, and of the `fetch` of runtimes and frameworks. */
const allOptions = [
  ...observingOptions,
  ...fetchOptions,
  ...callOptions,
  ..."params body fetch querySerializer pathSerializer cf dispatcher duplex next priority".split(" "),
];

/**
 * Makes an openapi-fetch client with the options, authentication, retries, timeouts, hooks and path checks of the main entry's
 * `createClient`, and with its resources: `GET` and `computers.get` share one transport and one token source.
 *
 * As in openapi-fetch, an error status does not throw: the call returns it as `error`. If its body is empty, `error` is a problem
 * document of the type `about:blank`. Everything else throws as with `createClient`: no connection, a timeout, a redirect or 304, a success
 * without the JSON object that the spec promises, a wrong argument. That `error` and what is thrown have no credentials. A call
 * whose `baseUrl` is another address gets no token. A call also takes `timeoutMs`, `deadlineMs`, `maxRetries`,
 * `maxRetryAfterMs`, `maxResponseBytes` and `hooks`.
 *
 * @throws InvalidArgumentError if an option is wrong
 * @example
 * import { createClient } from "@compute-host/client/openapi-fetch";
 * const api = createClient();
 * const { data, error } = await api.GET("/api/v0/computers/{computerId}", {
 *   params: { path: { computerId: "cmp_01k9x7q2m4" } },
 * });
 * const { computers } = await api.computers.list();
 */
export function createClient(options?: ClientOptions): OpenApiFetchClient {
  const config = resolveConfig(options);
  // If `import` resolves to its CommonJS build, the default export is the whole module.
  const { default: createOpenApiFetch = openApiFetch } = openApiFetch as { default?: typeof openApiFetch };
  const core = createOpenApiFetch<paths>({
    baseUrl: config.baseUrl,
    headers: config.headers,
    pathSerializer: (address, params) => createPathSerializer(address)((name) => params[name]),
  });
  const shared = { config, core, hasMiddleware: false };
  const request = (method: string, path: string, init?: Init) =>
    callByPath(shared, method.toUpperCase(), path, init ?? {});
  const methods = Object.keys(core).map((method) => [
    method,
    (path: string, init?: Init) => request(method, path, init),
  ]);
  return {
    ...Object.fromEntries(methods),
    ...createResources(config),
    request,
    eject: core.eject,
    use(...middleware: Middleware[]) {
      core.use(...middleware);
      shared.hasMiddleware = true;
    },
  };
}

/** What the calls of a client share. */
interface Shared {
  readonly config: Config;
  readonly core: Client<paths>;
  hasMiddleware: boolean;
}

/**
 * Runs a call by path: has openapi-fetch prepare the request, sends that with the checks of the resources, and makes the response
 * that openapi-fetch reads.
 *
 * @param path as in the spec, such as `/api/v0/computers/{computerId}`
 */
async function callByPath(shared: Shared, method: string, path: string, init: Init): Promise<unknown> {
  const { config, core } = shared;
  const { validate, baseUrl } = config;
  const { params: given, signal, parseAs = "json", fetch: ownFetch, ...rest } = init;
  const params = given ?? {};
  const { query, header } = params;
  /** Absent for a path or a method that the spec does not have. */
  const operation = operations.get(`${method} ${path}`);
  const { operationId, isAnonymous, query: names = [] } = operation ?? {};
  /** Whether middleware or an option of the call sees its `Request` or its `Response`; else both are spared. */
  const isObserved = shared.hasMiddleware || observingOptions.some((name) => name in init);
  let isWriting = true;

  checkCall();
  // A `Request` and middleware add listeners to a signal; the caller's signal would keep them.
  if (isObserved) return superviseCall(signal, (control) => prepare(control.signal));
  return prepare(signal).catch(refuseUnwritable);

  function checkCall(): void {
    // Appended to the host, anything else would name another one.
    assertArgument(path[0] === "/", "path must begin with /");
    assertOptions(init, allOptions);
    assertMembers("params", params, ["path", "query", "header", "cookie"]);
    if (operation && query) assertMembers("params.query", query, names);
    assertMembers("params.path", params.path ?? {}, path.split(/[{}]/));
  }

  /** For what cannot be written, openapi-fetch throws the error of the platform. If middleware runs, it may be one of its own. */
  function refuseUnwritable(error: unknown): never {
    assertArgument(!isWriting || error instanceof InvalidArgumentError, "headers and body must be valid");
    throw error;
  }

  /** Lets openapi-fetch run middleware and write the request, which then comes to `send`. */
  async function prepare(innerSignal: AbortSignal | undefined): Promise<unknown> {
    const prepared = {
      // For the paths of the spec, parameters are written and checked as by the methods.
      ...(operation &&
        query && {
          querySerializer: (values: Record<string, unknown>) => serializeQuery(values, names).slice(1),
        }),
      ...init,
      // openapi-fetch returns `response[parseAs]()` as the data: `respond` puts there what is parsed already.
      ...(!isObserved && { Request: createRecord, parseAs: "parsed" }),
      // Without a `path` openapi-fetch would send `{computerId}` as it is.
      params: { ...params, path: params.path ?? {} },
      signal: innerSignal,
      fetch(sent: Request) {
        isWriting = false;
        return send(sent);
      },
    };
    // Here, because the error of the platform would contain the value. An `authorization` without one must not become the client's.
    const fields = Object.entries({ ...prepared.headers, ...prepared.params.header });
    const isWrong = /[^\t -~\x80-\xff]|^authorization:$/i;
    assertArgument(!fields.some((field) => isWrong.test(field.join(":"))), "headers must be valid");
    return core.request(method as never, path as never, prepared as never);
  }

  /** Sends what openapi-fetch prepared, with the checks of the resources. */
  async function send(sent: Request): Promise<Response> {
    const { method, url, signal } = sent;
    // Copying `Headers` takes as long as everything else here.
    const hasOwnHeaders = isObserved || rest.headers || header || sent.body;
    const headers = hasOwnHeaders
      ? Object.fromEntries(sent.headers as Iterable<[string, string]>)
      : config.headers;
    // One of the call or of middleware replaces the token, but not an empty one: the call would be the client's.
    checkHeaders(headers, headers.authorization && "authorization");
    if (validate) await validate["~request"](operationId, rest.body);
    const options = {
      ...rest,
      ...(isObserved && Object.fromEntries(fetchOptions.map((name) => [name, sent[name as "cache"]]))),
      signal,
      // In memory, so that it can be sent more than once.
      body: isObserved && sent.body ? await sent.arrayBuffer() : sent.body,
    };
    const init = options as RequestInit;
    const fetch = ownFetch && ((...given: [string, RequestInit]) => ownFetch(new Request(...given)));
    const call = { operationId, method, url, headers, init, options, fetch };
    // No token goes to another address.
    return respond(
      await sendCall(config, { ...call, isAnonymous: isAnonymous || !url.startsWith(`${baseUrl}/`) }),
    );
  }

  /** Makes the response that openapi-fetch reads. */
  async function respond(exchange: Exchange): Promise<Response> {
    const { data, body, isProblem } = readReceived(exchange, parseAs === "json", operation);
    if (validate) await validate["~success"](operationId, data, exchange as never);
    const { response } = exchange;
    if (isObserved || isProblem) return copyResponse(response, body, isProblem);
    return Object.assign(response, { parsed: () => data, text: async () => body });
  }
}

/** By method and path. */
const operations: ReadonlyMap<string, Operation> = /* @__PURE__ */ (() => {
  const known = new Map<string, Operation>();
  mapOperations((operation) => known.set(`${operation.method} ${operation.path}`, operation));
  return known;
})();

/** Replaces `Request` if nothing observes a call: constructing a `Request` takes longer than everything else here. */
function createRecord(url: string, init: RequestInit): object {
  return { ...init, url };
}
