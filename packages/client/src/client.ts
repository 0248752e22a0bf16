import { argumentFrom, isObject, withCaller } from "./errors/errors.ts";
import { requestIdOf } from "./errors/redact.ts";
import { type Operation, readObject } from "./operation.ts";
import { mapOperations } from "./operations.gen.ts";
import type { Resources } from "./resources.gen.ts";
import { createPathSerializer, serializeQuery } from "./sending/address.ts";
import type { ApiCall, Exchange } from "./sending/call.ts";
import {
  assertMembers,
  type Config,
  requestOptions,
  resolveConfig,
  resolveHeaders,
  resolveRequest,
} from "./sending/config.ts";
import type { CallOptions, ClientOptions } from "./sending/options.ts";
import { checkExchange } from "./sending/response-error.ts";
import { sendCall } from "./sending/run.ts";

/** The client of one service. */
export interface ComputeHostClient extends Resources {}

/**
 * Creates a client. It sends nothing until you call a method, and does not need to be closed. Without `baseUrl` and
 * `token` it reads the environment variables `COMPUTE_HOST_URL` and `COMPUTE_HOST_TOKEN`.
 *
 * @throws InvalidArgumentError if an option is invalid, or missing from both the options and the environment
 * @example
 * import { createClient } from "@compute-host/client";
 * const client = createClient();
 * const { computers } = await client.computers.list();
 */
export function createClient(options?: ClientOptions): ComputeHostClient {
  return createResources(resolveConfig(options));
}

/** The options of a call, with the parameters and the optional body of its operation. */
type MethodOptions = CallOptions & Readonly<Record<string, unknown>>;

type Method = (...args: unknown[]) => ApiCall<unknown>;

/** Creates the methods of every resource of the spec. */
export function createResources(config: Config): Resources {
  return mapOperations((operation) => createMethod(operation, config)) as unknown as Resources;
}

/**
 * Creates a method. Its arguments are the path parameters, the body if it is required, and an object with
 * everything else.
 */
function createMethod(operation: Operation, config: Config): Method {
  const { baseUrl, validate } = config;
  const {
    operationId,
    isAnonymous,
    method,
    path,
    takesBody,
    query,
    options: names = query ?? [],
    readFields,
    read = readObject,
  } = operation;
  const known = ["signal", ...requestOptions, ...names];
  const addressOf = createPathSerializer(baseUrl + path);

  return (...args) => {
    let exchange: Exchange;
    const send = async () => {
      let next = 0;
      const address = addressOf(() => args[next++]);
      const required = takesBody && args[next++];
      const options = args[next] as MethodOptions | undefined;
      if (options !== undefined) assertMembers("options", options, known);
      const body = takesBody ? required : options?.body;
      const inHeaders = options && readFields?.(options);
      const request = options ? resolveRequest(options, config) : config;
      let { headers } = request;
      let init: RequestInit | undefined;
      if (takesBody || body !== undefined) {
        // JSON would lose the entries of a `Map`; a circular value or a BigInt has no JSON.
        const makeJson = () => (isObject(body) || Array.isArray(body) ? JSON.stringify(body) : undefined);
        init = { body: argumentFrom(makeJson, "body must be valid JSON", body) };
        headers = { "content-type": "application/json", ...headers };
      }
      if (inHeaders) headers = { ...headers, ...resolveHeaders(inHeaders) };
      if (validate) await validate["~check"](operationId, body);
      const url = options && query ? address + serializeQuery(options, query) : address;
      const call = {
        operationId,
        isAnonymous,
        method,
        url,
        headers,
        init,
        signal: options?.signal,
        limits: request.limits,
        hooks: request.hooks,
      };
      try {
        exchange = await sendCall(config, call);
      } catch (error) {
        throw withCaller(error);
      }
      checkExchange(exchange);
      const data = read(exchange);
      if (validate) await validate["~check"](operationId, data, exchange as never);
      return data;
    };
    const call = send() as ApiCall<unknown>;
    call.withResponse = async () => {
      const data = await call;
      const { response, attempts } = exchange;
      // Read only here, because every call would pay for looking up a header.
      return {
        data,
        status: response.status,
        response,
        requestId: requestIdOf(response.headers),
        attempts,
      };
    };
    return call;
  };
}
