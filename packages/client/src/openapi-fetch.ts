/**
 * An openapi-fetch client (https://openapi-ts.dev/openapi-fetch) of the spec, with the resources of the main entry.
 *
 * @packageDocumentation
 */
import type { OperationId, paths } from "@compute-host/types";
import openApiFetch, { type Client } from "openapi-fetch";
import { createPathSerializer } from "./address.ts";
import type { Exchange } from "./call.ts";
import { superviseCall } from "./call-control.ts";
import type { ComputeHostClient } from "./client.ts";
import { withWaiter } from "./computers.ts";
import { checkHeaders, resolveConfig } from "./config.ts";
import { assertArgument, InvalidArgumentError } from "./errors.ts";
import { readJson } from "./operation.ts";
import { mapOperations } from "./operations.gen.ts";
import type { CallOptions, ClientOptions } from "./options.ts";
import { createResources } from "./resources.ts";
import { checkExchange, isRedirect } from "./response-error.ts";
import { createTransport } from "./transport.ts";

export type { components, operations, paths } from "@compute-host/types";

/** An openapi-fetch client of the spec that also has the resources, such as `computers`. */
export interface OpenApiFetchClient extends Client<paths>, ComputeHostClient {}

/** The options of a call by path, whatever the path. */
type Init = CallOptions & {
  readonly params?: { readonly path?: Record<string, unknown>; readonly header?: unknown };
  readonly fetch?: (request: Request) => Promise<Response>;
};

/** The options of openapi-fetch that see the `Request` or the `Response` of a call, or change how either is constructed. */
const observingOptions = ["middleware", "parseAs", "Request", "bodySerializer", "baseUrl"];

/**
 * Makes an openapi-fetch client with the authentication, retries, timeouts, hooks and path checks of `createClient`, and with its
 * resources: `GET` and `computers.get` share one transport and one token source.
 *
 * As in openapi-fetch, an error status does not throw: the call returns it as `error`. Everything else throws as with
 * `createClient`: no connection, a timeout, a redirect, a success that is not JSON, a wrong argument. A call also takes
 * `timeoutMs`, `deadlineMs`, `maxRetries`, `maxRetryAfterMs`, `maxResponseBytes` and `hooks`.
 *
 * @throws InvalidArgumentError if an option is wrong
 * @example
 * import { createClient } from "@compute-host/client/openapi-fetch";
 * const api = createClient({ baseUrl: "https://compute.example.com", token });
 * const { data, error } = await api.GET("/api/v0/computers/{computerId}", {
 *   params: { path: { computerId: "cmp_01k9x7q2m4" } },
 * });
 * const { computers } = await api.computers.list();
 */
export function createClient(options: ClientOptions): OpenApiFetchClient {
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

  function request(method: string, path: string, init?: Init): Promise<unknown> {
    const { params, signal, fetch: ownFetch, ...rest } = init ?? {};
    const isObserved = hasMiddleware || observingOptions.some((name) => name in rest);
    const hasOwnHeaders = isObserved || rest.headers || params?.header;
    let exchange: Exchange | undefined;
    let isPrepared = false;
    const send = (innerSignal?: AbortSignal): Promise<unknown> => {
      const given = {
        ...rest,
        ...(!isObserved && { Request: createRecord, parseAs: "data" }),
        // Without a `path` openapi-fetch would send `{computerId}` as it is.
        params: { ...params, path: params?.path ?? {} },
        signal: innerSignal,
        async fetch(sent: Request) {
          isPrepared = true;
          const headers =
            hasOwnHeaders || sent.body
              ? Object.fromEntries(sent.headers as Iterable<[string, string]>)
              : config.headers;
          checkHeaders(headers);
          const options = {
            ...rest,
            ...(isObserved && changedOptions(sent)),
            signal: sent.signal,
            // In memory, so that it can be sent more than once.
            body: isObserved && sent.body ? await sent.arrayBuffer() : sent.body,
          };
          exchange = await transport({
            operationId: operationIds.get(`${sent.method} ${path}`),
            method: sent.method,
            url: sent.url,
            headers,
            init: options as RequestInit,
            options,
            fetch: ownFetch && ((url, ownInit) => ownFetch(new Request(url, ownInit))),
          });
          return receivedResponse(exchange, isObserved);
        },
      };
      return core.request(method as never, path as never, given as never);
    };
    if (!isObserved) {
      return send(signal).catch((error) => {
        // The original message would contain the value of a header.
        assertArgument(isPrepared || error instanceof InvalidArgumentError, "headers and body must be valid");
        throw error;
      });
    }
    // A `Request` and middleware add listeners to a signal; the caller's signal would keep them.
    return superviseCall(signal, send).catch((error) => {
      if (error instanceof SyntaxError && exchange?.response.ok) readJson(exchange);
      throw error;
    });
  }

  const { use, eject } = core;
  const client: Record<string, unknown> = {
    ...withWaiter(createResources(config, transport)),
    request,
    eject,
    use(...middleware: Parameters<typeof use>) {
      use(...middleware);
      hasMiddleware = true;
    },
  };
  for (const method of ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"]) {
    client[method] = (path: string, init?: Init) => request(method, path, init);
  }
  return client as unknown as OpenApiFetchClient;
}

/** By method and path. */
const operationIds: ReadonlyMap<string, OperationId> = /* @__PURE__ */ (() => {
  const ids = new Map<string, OperationId>();
  mapOperations(({ operationId, method, path }) => ids.set(`${method} ${path}`, operationId));
  return ids;
})();

/** Replaces `Request` if nothing observes a call: constructing a `Request` takes longer than everything else here. */
function createRecord(url: string, init: RequestInit): object {
  return { ...init, url };
}

/** The options of `fetch` that middleware gave to a new `Request`. */
function changedOptions(request: Request): Record<string, unknown> {
  const plain = new Request(request.url);
  const changed: Record<string, unknown> = {};
  for (const name of [
    "cache",
    "credentials",
    "integrity",
    "keepalive",
    "mode",
    "referrer",
    "referrerPolicy",
  ] as const) {
    // An option that the runtime does not know is `undefined`.
    if (request[name] !== plain[name]) changed[name] = request[name];
  }
  return changed;
}

/** A response whose body can be read again: a real one for middleware, otherwise only as much as openapi-fetch needs. */
function receivedResponse(exchange: Exchange, isObserved: boolean): Response {
  const { body, response } = exchange;
  const { ok, status } = response;
  if (ok || status < 200 || status > 599 || isRedirect(response)) checkExchange(exchange);
  if (!isObserved) {
    const data = () => (body ? readJson(exchange) : undefined);
    return Object.assign(response, { data, text: async () => body });
  }
  const { statusText, headers, url } = response;
  // A response with a status such as 204 can only be constructed without a body.
  return Object.defineProperty(new Response(body || null, { status, statusText, headers }), "url", {
    value: url,
  });
}
