import { createPathSerializer, serializeQuery } from "./address.ts";
import type { ApiCall, Exchange, Transport } from "./call.ts";
import {
  assertMembers,
  assertObject,
  assertOptions,
  type Config,
  callOptions,
  resolveHeaders,
} from "./config.ts";
import { argumentFrom } from "./errors.ts";
import { type Operation, readObject } from "./operation.ts";
import { mapOperations } from "./operations.gen.ts";
import type { CallOptions } from "./options.ts";
import { requestIdOf } from "./read-response.ts";
import type { Resources } from "./resources.gen.ts";
import { checkExchange } from "./response-error.ts";
import { validateBody, validateData } from "./validate-bodies.ts";

type Params = Readonly<Record<string, unknown>>;

type Method = (...args: unknown[]) => ApiCall<unknown>;

/** Makes the methods of every resource of the spec. */
export function createResources(config: Config, transport: Transport): Resources {
  return mapOperations((operation) => createMethod(operation, config, transport)) as unknown as Resources;
}

/** Makes a method. Its arguments are, as far as the operation has them: path parameters, body, named parameters, options. */
function createMethod(operation: Operation, config: Config, transport: Transport): Method {
  const { baseUrl, headers, validate } = config;
  const { path, takes, query, fields, read = readObject } = operation;
  const names = fields ? [...(query ?? []), ...fields.names] : query;
  const addressOf = createPathSerializer(baseUrl + path);

  return (...args) => {
    let exchange: Exchange;
    const send = async () => {
      const address = addressOf(() => args.shift());
      const body = takes && args.shift();
      const params = names && (args.shift() as Params | undefined);
      if (args[0] !== undefined) assertOptions(args[0], callOptions);
      const [options = {}] = args as [CallOptions?];
      if (params) assertMembers("params", params, names);
      if (takes === "object") assertObject("body", body);
      const [inQuery, inHeaders] = fields ? fields.split(params) : [params];
      const url = address + serializeQuery(inQuery ?? {});
      const sentHeaders = { ...headers };
      const init: RequestInit = {};
      if (body !== undefined) {
        // A circular value, or one with a BigInt, has no JSON.
        init.body = argumentFrom(() => JSON.stringify(body), "body must be valid JSON");
        sentHeaders["content-type"] = "application/json";
      }
      if (inHeaders || options.headers)
        Object.assign(sentHeaders, resolveHeaders({ ...options.headers, ...inHeaders }));
      if (validate) await validateBody(validate, operation, body);
      exchange = await transport({ ...operation, url, headers: sentHeaders, init, options });
      checkExchange(exchange);
      const data = read(exchange);
      if (validate) await validateData(validate, operation, exchange, data);
      return data;
    };
    const call = send() as ApiCall<unknown>;
    call.withResponse = async () => {
      const data = await call;
      const { response, run } = exchange;
      // Read only when asked for, because looking up a header costs every call.
      return {
        data,
        status: response.status,
        response,
        requestId: requestIdOf(response.headers),
        attempts: run.attempts,
      };
    };
    return call;
  };
}
