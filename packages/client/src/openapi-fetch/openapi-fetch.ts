/**
 * An openapi-fetch client (https://openapi-ts.dev/openapi-fetch) of the spec, with the resources of the main entry.
 *
 * @packageDocumentation
 */
import type { paths } from "@compute-host/types";
import openApiFetch, { type Client, type Middleware } from "openapi-fetch";
import { type ComputeHostClient, createResources } from "../client.ts";
import { assertArgument, isObject } from "../errors/arguments.ts";
import type { ComputeHostError } from "../errors/errors.ts";
import type { Operation } from "../operation.ts";
import { mapOperations } from "../operations.gen.ts";
import { createPathSerializer } from "../sending/address.ts";
import { resolveConfig } from "../sending/config.ts";
import type { ClientOptions } from "../sending/options.ts";
import { sendLikeMethod, sendThroughOpenApiFetch } from "./path-call.ts";
import { checkMiddleware, type Init, isLikeMethod, resolveInit } from "./path-options.ts";

export type { components, operations, paths } from "@compute-host/types";
// By name: its CommonJS declarations use `export =`, which `export *` cannot re-export.
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
 * The paths of the spec, with errors that also include what a call throws. For libraries that throw both,
 * such as openapi-react-query: `createReactQuery(api as Client<ThrowingPaths>)`.
 */
export type ThrowingPaths = {
  [Path in keyof paths]: { [Method in keyof paths[Path]]: WithThrown<paths[Path][Method]> };
};

/** What is thrown becomes a body of 5XX, which stands for every error that the operation does not name. */
type WithThrown<Operation> = Operation extends { responses: infer Responses }
  ? Omit<Operation, "responses"> & {
      responses: Responses & { "5XX": { content: { "application/json": ComputeHostError } } };
    }
  : Operation;

/**
 * Creates an openapi-fetch client with the options, authentication, retries, timeouts, hooks and path checks
 * of the main entry's `createClient`, and with its resources: `GET` and `computers.get` share one transport
 * and one token source.
 *
 * As in openapi-fetch, an error status does not throw: the call returns it as `error`. If its body is empty, or no JSON
 * object, such as the HTML of a proxy, `error` is a problem document of the type `about:blank`, with the beginning of
 * the body as its `detail`. Everything else throws as with the main entry: no
 * connection, a timeout, a redirect or 304, a success without the JSON object that the spec promises, an
 * invalid argument. Neither `error` nor a thrown error contains credentials. A call with another address as
 * its `baseUrl` gets no token. A call also takes `timeoutMs`, `deadlineMs`, `maxRetries`, `maxRetryAfterMs`,
 * `maxResponseBytes` and `hooks`.
 *
 * @throws InvalidArgumentError if an option is invalid
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
  const { baseUrl, headers } = config;
  const core = createOpenApiFetch<paths>({
    baseUrl,
    pathSerializer: (address, params) => createPathSerializer(address)((name) => params[name]),
    headers,
  });
  let hasMiddleware = false;

  async function request(name: string, path: string, given: Init = {}): Promise<unknown> {
    assertArgument(name && typeof name === "string", "method", "text", name);
    const method = name.toUpperCase();
    /** Absent for a path or a method that the spec does not have. */
    const operation = operations.get(`${method} ${path}`);
    const init = resolveInit(operation, path, given);
    const result =
      operation && !hasMiddleware && isLikeMethod(init)
        ? await sendLikeMethod(config, operation, init)
        : await sendThroughOpenApiFetch(core, config, operation, method, path, init);
    const { error, response } = result;
    return response.ok || isObject(error)
      ? result
      : { ...result, error: blankProblem(operation, response, error) };
  }

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
      checkMiddleware(middleware, "middleware");
      core.use(...middleware);
      hasMiddleware = true;
    },
  };
}

/** The operations by method and path. */
const operations: ReadonlyMap<string, Operation> = /* @__PURE__ */ (() => {
  const known = new Map<string, Operation>();
  mapOperations((operation) => known.set(`${operation.method} ${operation.path}`, operation));
  return known;
})();

/**
 * Replaces an `error` that is not an object: of an empty body it is undefined, and the failure would look like a
 * success; of a proxy's HTML it is text.
 */
function blankProblem(operation: Operation | undefined, { status }: Response, given: unknown): object {
  const text = typeof given === "string" ? given : JSON.stringify(given ?? undefined);
  const detail = text || `${operation?.operationId ?? "call"}: ${status} without a body`;
  return { type: "about:blank", title: text ? "No problem document" : "No body", status, detail };
}
