import { createPathSerializer, serializeQuery } from "./address.ts";
import type { ApiCall, Exchange, Transport } from "./call.ts";
import { assertObject, assertOptions, type Config, callOptions, resolveHeaders } from "./config.ts";
import { argumentFrom, assertArgument } from "./errors.ts";
import { type Operation, readObject } from "./operation.ts";
import { mapOperations } from "./operations.gen.ts";
import type { CallOptions } from "./options.ts";
import { requestIdOf } from "./read-response.ts";
import type { Resources } from "./resources.gen.ts";
import { checkExchange } from "./response-error.ts";
import { validateBody, validateData } from "./validate-bodies.ts";

/** The options of a call, with the parameters and the optional body of its operation. */
type MethodOptions = CallOptions & Readonly<Record<string, unknown>>;

type Method = (...args: unknown[]) => ApiCall<unknown>;

/** Makes the methods of every resource of the spec. */
export function createResources(config: Config, transport: Transport): Resources {
  return mapOperations((operation) => createMethod(operation, config, transport)) as unknown as Resources;
}

/** Makes a method. Its arguments are the path parameters, a required body, and one object with all that is optional or has a name. */
function createMethod(operation: Operation, config: Config, transport: Transport): Method {
  const { baseUrl, headers, validate } = config;
  const { path, takes, query = [], fields, read = readObject } = operation;
  const isOptional = takes === "optional";
  const known = [...callOptions, ...query, ...(fields?.names ?? []), ...(isOptional ? ["body"] : [])];
  const addressOf = createPathSerializer(baseUrl + path);

  return (...args) => {
    let exchange: Exchange;
    const send = async () => {
      const address = addressOf(() => args.shift());
      const required = takes && !isOptional && args.shift();
      // An option in another argument would be lost in silence.
      assertArgument(args.length < 2, "options must be the last argument");
      if (args[0] !== undefined) assertOptions(args[0], known);
      const [options = {}] = args as [MethodOptions?];
      const body = isOptional ? options.body : required;
      if (takes === "object") assertObject("body", body);
      const url = address + serializeQuery(Object.fromEntries(query.map((name) => [name, options[name]])));
      const inHeaders = fields?.read(options);
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
