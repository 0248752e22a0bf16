/**
 * An openapi-fetch client (https://openapi-ts.dev/openapi-fetch) of the spec, with the resources of the main entry on it.
 *
 * @packageDocumentation
 */
import type { OperationId, paths } from "@compute-host/types";
import openApiFetch, { type Client } from "openapi-fetch";
import { superviseCall } from "./call-control.ts";
import { type ComputeHostClient, createClientOver } from "./client.ts";
import { checkHeaders, resolveConfig } from "./config.ts";
import type { Exchange } from "./exchange.ts";
import { checkExchange, invalidResponse, isRedirect } from "./interpret-exchange.ts";
import { operations } from "./operations.gen.ts";
import type { CallOptions, ClientOptions } from "./options.ts";
import { createPathSerializer } from "./serialize-path.ts";
import { createTransport } from "./transport.ts";

export type { components, operations, paths } from "@compute-host/types";

/** An openapi-fetch client of the spec, with the resources beside its methods. */
export interface OpenApiFetchClient extends Client<paths>, ComputeHostClient {}

/** What a call through a path can be given, whatever the path. */
type Init = CallOptions & {
  readonly params?: { readonly path?: Record<string, unknown> };
  readonly fetch?: (request: Request) => Promise<Response>;
  readonly middleware?: readonly unknown[];
  readonly parseAs?: string;
};

/**
 * Makes an openapi-fetch client with the authentication, retries, timeouts, hooks and path guard of `createClient`, and with its
 * resources: what it sends by `GET` and by `computers.get` goes through one transport and one token source.
 *
 * As in openapi-fetch an error status is not an exception but `error`. What `createClient` throws without an error status is
 * thrown here too: no connection, a timeout, a redirect, a success that is not JSON, a wrong argument. A call takes `timeoutMs`,
 * `deadlineMs`, `maxRetries`, `maxRetryAfterMs`, `maxResponseBytes` and `hooks` beside the options of openapi-fetch.
 *
 * @throws InvalidArgumentError where an option is wrong
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
  // Where `import` gets its CommonJS build, the default export is the whole module.
  const { default: createOpenApiFetch = openApiFetch } = openApiFetch as { default?: typeof openApiFetch };
  const core = createOpenApiFetch<paths>({
    baseUrl: config.baseUrl,
    headers: config.headers,
    pathSerializer: (address, params) => createPathSerializer(address)(params),
  });
  let hasMiddleware = false;

  function request(method: string, path: string, init?: Init): Promise<unknown> {
    const { params, signal, fetch: ownFetch, ...rest } = init ?? {};
    const isObserved = hasMiddleware || !!rest.middleware;
    let exchange: Exchange | undefined;
    const send = (innerSignal?: AbortSignal) =>
      core.request(
        method as never,
        path as never,
        {
          ...rest,
          // Without a `path` openapi-fetch would send `{computerId}` as it is.
          params: { ...params, path: { ...params?.path } },
          signal: innerSignal,
          async fetch(sent: Request) {
            const headers = Object.fromEntries(sent.headers as Iterable<[string, string]>);
            checkHeaders(headers);
            const given = {
              ...rest,
              ...(isObserved && changedOptions(sent)),
              signal: isObserved ? sent.signal : innerSignal,
              // In memory, so that it can be sent more than once.
              body: sent.body && (await sent.arrayBuffer()),
            };
            exchange = await transport(
              { url: sent.url, method: sent.method, headers, init: given as RequestInit },
              {
                operationId: operationIds.get(`${sent.method} ${path}`),
                options: given,
                fetch: ownFetch && ((url, ownInit) => ownFetch(new Request(url, ownInit))),
              },
            );
            return receivedResponse(exchange, isObserved || !!rest.parseAs);
          },
        } as never,
      ) as Promise<unknown>;
    // What openapi-fetch and middleware add to a signal goes with this one; the caller's would keep it.
    const call = signal ? superviseCall(signal, (control) => send(control.signal)) : send();
    return call.catch((error) => {
      if (error instanceof SyntaxError && exchange?.response.ok)
        throw invalidResponse(exchange, "with broken JSON");
      throw error;
    });
  }

  const { use, eject } = core;
  const client: Record<string, unknown> = {
    ...createClientOver(transport, config),
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
const operationIds: ReadonlyMap<string, OperationId> = new Map(
  Object.entries(operations).map(([id, { method, path }]) => [`${method} ${path}`, id as OperationId]),
);

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
    // Runtimes that do not know one say `undefined`.
    if (request[name] !== plain[name]) changed[name] = request[name];
  }
  return changed;
}

/** Statuses whose response has no body (the Fetch standard refuses to construct one with it). */
const withoutBody = /^(101|204|205|304)$/;

/** The response that was read, to be read again: by middleware in every way, or else by openapi-fetch alone. */
function receivedResponse(exchange: Exchange, isObserved: boolean): Response {
  const { body, response } = exchange;
  const { ok, status, statusText, headers, url } = response;
  if (ok || status < 200 || status > 599 || isRedirect(response)) checkExchange(exchange);
  if (!isObserved) {
    // To construct a response costs as much as openapi-fetch itself.
    return Object.assign(response, { text: async () => body, json: async () => JSON.parse(body) });
  }
  const copy = new Response(withoutBody.test(`${status}`) ? null : body, { status, statusText, headers });
  return Object.defineProperty(copy, "url", { value: url });
}
