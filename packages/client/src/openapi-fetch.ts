/**
 * An openapi-fetch client (https://openapi-ts.dev/openapi-fetch) of the spec, with the resources of the main entry.
 *
 * @packageDocumentation
 */
import type { paths } from "@compute-host/types";
import openApiFetch, { type Client, type Middleware } from "openapi-fetch";
import { createPathSerializer } from "./address.ts";
import type { Transport } from "./call.ts";
import { superviseCall } from "./call-control.ts";
import type { ComputeHostClient } from "./client.ts";
import { withWaiter } from "./computers.ts";
import { type Config, checkHeaders, resolveConfig } from "./config.ts";
import { assertArgument, InvalidArgumentError } from "./errors.ts";
import type { Operation, ParamsByPlace } from "./operation.ts";
import { mapOperations } from "./operations.gen.ts";
import type { CallOptions, ClientOptions } from "./options.ts";
import { copyResponse, readReceived } from "./received-response.ts";
import { createResources } from "./resources.ts";
import { responseError } from "./response-error.ts";
import { createTransport } from "./transport.ts";
import { type ClientSchemas, findIssues } from "./validation.ts";

export type { components, operations, paths } from "@compute-host/types";

/** An openapi-fetch client of the spec that also has the resources, such as `computers`. */
export interface OpenApiFetchClient extends Client<paths>, ComputeHostClient {}

/** The options of a call by path, whatever the path. */
type Init = CallOptions & {
  readonly params?: ParamsByPlace;
  readonly parseAs?: string;
  readonly body?: unknown;
  readonly bodySerializer?: unknown;
  readonly fetch?: (request: Request) => Promise<Response>;
};

/** The options of openapi-fetch that see the `Request` or the `Response` of a call, or change how either is constructed. */
const observingOptions = ["middleware", "parseAs", "Request", "bodySerializer", "baseUrl"];

/**
 * Makes an openapi-fetch client with the options, authentication, retries, timeouts, hooks and path checks of the main entry's
 * `createClient`, and with its resources: `GET` and `computers.get` share one transport and one token source.
 *
 * As in openapi-fetch, an error status does not throw: the call returns it as `error`. If its body is empty, `error` is a problem
 * document of the type `about:blank`. Everything else throws as with `createClient`: no connection, a timeout, a redirect, a success
 * without the JSON object that the spec promises, a wrong argument. A call also takes `timeoutMs`, `deadlineMs`, `maxRetries`,
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
  const transport = createTransport(config);
  // If `import` resolves to its CommonJS build, the default export is the whole module.
  const { default: createOpenApiFetch = openApiFetch } = openApiFetch as { default?: typeof openApiFetch };
  const core = createOpenApiFetch<paths>({
    baseUrl: config.baseUrl,
    headers: config.headers,
    pathSerializer: (address, params) => createPathSerializer(address)((name) => params[name]),
  });
  let hasMiddleware = false;

  async function request(method: string, path: string, init?: Init): Promise<unknown> {
    // Appended to the host, anything else would name another one.
    assertArgument(path[0] === "/", "path must begin with /");
    const { params, signal, ...rest } = init ?? {};
    const isObserved = hasMiddleware || observingOptions.some((name) => name in rest);
    let isPrepared = false;
    const send = (innerSignal?: AbortSignal): Promise<unknown> => {
      const given = {
        ...rest,
        ...(!isObserved && { Request: createRecord, parseAs: "data" }),
        // Without a `path` openapi-fetch would send `{computerId}` as it is.
        params: { ...params, path: params?.path ?? {} },
        ...operations.get(`${method} ${path}`)?.initOf?.(params, rest),
        signal: innerSignal,
        fetch(sent: Request) {
          isPrepared = true;
          const hasOwnHeaders = isObserved || rest.headers || params?.header || sent.body;
          const headers = hasOwnHeaders ? (sent.headers as Iterable<[string, string]>) : undefined;
          return sendPrepared(sent, { path, init: rest, isObserved, headers }, config, transport);
        },
      };
      return core.request(method as never, path as never, given as never);
    };
    // A `Request` and middleware add listeners to a signal; the caller's signal would keep them.
    if (isObserved) return superviseCall(signal, send);
    return send(signal).catch((error) => {
      // The original message would contain the value of a header.
      assertArgument(isPrepared || error instanceof InvalidArgumentError, "headers and body must be valid");
      throw error;
    });
  }

  const methods = Object.keys(core).map((method) => [
    method,
    (path: string, init?: Init) => request(method, path, init),
  ]);
  return {
    ...Object.fromEntries(methods),
    ...withWaiter(createResources(config, transport)),
    request,
    eject: core.eject,
    use(...middleware: Middleware[]) {
      core.use(...middleware);
      hasMiddleware = true;
    },
  };
}

/** A call through a path. */
interface PathCall {
  /** As in the spec, such as `/api/v0/computers/{computerId}`. */
  readonly path: string;
  readonly init: Init;
  /** Whether middleware or an option of the call sees its `Request` or its `Response`. */
  readonly isObserved: boolean;
  /** Absent for those of the client. */
  readonly headers: Iterable<[string, string]> | undefined;
}

/** Sends what openapi-fetch prepared, with the checks of the resources. */
async function sendPrepared(
  sent: Request,
  { path, init, isObserved, headers: ownHeaders }: PathCall,
  config: Config,
  transport: Transport,
): Promise<Response> {
  const { validate } = config;
  const { method, url } = sent;
  const operation = operations.get(`${method} ${path}`);
  const { operationId, adapt, bodySchema, responseSchema } = operation ?? {};
  // Copying `Headers` takes as long as everything else here.
  const headers = ownHeaders ? Object.fromEntries(ownHeaders) : config.headers;
  checkHeaders(headers);
  const issues = validate && (await findIssues(validate[bodySchema as keyof ClientSchemas], init.body));
  assertArgument(!issues, `${operationId}: ${issues}`);
  const { parseAs = "json", fetch: ownFetch, ...rest } = init;
  const options = {
    ...rest,
    ...(isObserved && fetchOptionsOf(sent)),
    signal: sent.signal,
    // In memory, so that it can be sent more than once.
    body: isObserved && sent.body ? await sent.arrayBuffer() : sent.body,
  };
  const fetch = ownFetch && ((...given: [string, RequestInit]) => ownFetch(new Request(...given)));
  const send = adapt?.(config, transport) ?? transport;
  const exchange = await send({
    operationId,
    method,
    url,
    headers,
    init: options as RequestInit,
    options,
    fetch,
  });
  const { data, body } = readReceived(exchange, parseAs === "json", operation);
  const { responseSchema: schema = responseSchema } = exchange;
  const wrong = validate && (await findIssues(validate[schema as keyof ClientSchemas], data));
  if (wrong) throw responseError(exchange, `with a body that breaks the schema ${schema}: ${wrong}`);
  const { response } = exchange;
  const isProblem = body !== exchange.body;
  if (isObserved || isProblem) return copyResponse(response, body, isProblem);
  return Object.assign(response, { data: () => data, text: async () => body });
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

/** The options of `fetch` on a `Request`: middleware may have changed them. */
function fetchOptionsOf(request: Request): object {
  const { cache, credentials, integrity, keepalive, mode, referrer, referrerPolicy } = request;
  return { cache, credentials, integrity, keepalive, mode, referrer, referrerPolicy };
}
