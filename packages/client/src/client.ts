import { argumentFrom, type Checks, checkOptions, isObject } from "./errors/arguments.ts";
import { withCaller } from "./errors/errors.ts";
import { requestIdOf } from "./errors/redact.ts";
import { type Operation, readObject } from "./operation.ts";
import { mapOperations } from "./operations.gen.ts";
import type { Resources } from "./resources.gen.ts";
import { createPathSerializer, serializeQuery } from "./sending/address.ts";
import type { ApiCall, Exchange } from "./sending/call.ts";
import { type Config, callOptions, resolveConfig, withOptions } from "./sending/config.ts";
import type { ClientOptions } from "./sending/options.ts";
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
  const { path, takesBody, query = [], options: names = query } = operation;
  const addressOf = createPathSerializer(config.baseUrl + path);
  const checks: Checks = { ...callOptions, ...Object.fromEntries(names.map((name) => [name, undefined])) };

  return (...args) => {
    let exchange: Exchange;
    const send = async () => {
      let next = 0;
      const address = addressOf(() => args[next++]);
      const required = takesBody && args[next++];
      const options = args[next] as Readonly<Record<string, unknown>> | undefined;
      const callConfig =
        options === undefined ? config : withOptions(config, checkOptions("options", options, checks));
      const body = takesBody ? required : options?.body;
      exchange = await sendOperation(callConfig, operation, address, options, body);
      checkExchange(exchange);
      return readSuccess(config, operation, exchange);
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

/**
 * Sends a call of an operation; resolves whatever the status.
 *
 * @param params the query parameters and those that are header fields, by their names in the client
 */
export async function sendOperation(
  config: Config,
  operation: Operation,
  address: string,
  params?: Readonly<Record<string, unknown>>,
  body?: unknown,
): Promise<Exchange> {
  const { operationId, isAnonymous, method, takesBody, query = [], readFields } = operation;
  let { headers } = config;
  let url = address;
  let init: RequestInit | undefined;
  if (params) {
    headers = { ...headers, ...readFields?.(params) };
    url += serializeQuery(params, query);
  }
  if (takesBody || body !== undefined) {
    // JSON would lose the entries of a `Map`; a circular value or a BigInt has no JSON.
    const makeJson = () => (isObject(body) || Array.isArray(body) ? JSON.stringify(body) : undefined);
    init = { body: argumentFrom(makeJson, "body", "valid JSON", body) };
    headers = { "content-type": "application/json", ...headers };
  }
  if (config.validate) await config.validate["~check"](operationId, body);
  try {
    return await sendCall(config, { operationId, isAnonymous, method, url, headers, init });
  } catch (error) {
    throw withCaller(error);
  }
}

/** Reads the data of a success; a promise of them if they are checked. */
export function readSuccess(
  { validate }: Config,
  { operationId, read = readObject }: Partial<Operation>,
  exchange: Exchange,
): unknown {
  const data = read(exchange);
  return validate ? validate["~check"](operationId, data, exchange as never).then(() => data) : data;
}
