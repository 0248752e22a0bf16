import { createPathSerializer, serializeQuery } from "./address.ts";
import type { ApiCall, Exchange, Transport } from "./call.ts";
import { assertObject, type Config, resolveHeaders } from "./config.ts";
import { InvalidArgumentError } from "./errors.ts";
import { type Operation, readObject, writeJson } from "./operation.ts";
import { mapOperations } from "./operations.gen.ts";
import type { CallOptions } from "./options.ts";
import { requestIdOf } from "./read-response.ts";
import type { Resources } from "./resources.gen.ts";
import { checkExchange, responseError } from "./response-error.ts";
import { type ClientSchemas, findIssues } from "./validation.ts";

type Method = (...args: unknown[]) => ApiCall<unknown>;

/** Makes the methods of every resource of the spec. */
export function createResources(config: Config, transport: Transport): Resources {
  return mapOperations((operation) => createMethod(operation, config, transport)) as unknown as Resources;
}

/** Makes a method. Its arguments are, as far as the operation has them: path parameters, body, named parameters, options. */
function createMethod(operation: Operation, config: Config, transport: Transport): Method {
  const { baseUrl, headers, validate } = config;
  const {
    operationId,
    adapt,
    path,
    takes,
    writeBody = writeJson,
    bodySchema,
    hasParams,
    writeParams = serializeQuery,
    serializePath = createPathSerializer,
    read = readObject,
    responseSchema,
  } = operation;
  const addressOf = serializePath(baseUrl + path);
  const send = adapt?.(config, transport) ?? transport;

  return (...args) => {
    let exchange: Exchange;
    const run = async () => {
      const address = addressOf(() => args.shift());
      const body = takes && args.shift();
      const params = hasParams && (args.shift() as object);
      const [options = {}] = args as [CallOptions?];
      assertObject("options", options);
      if (params) assertObject("params", params);
      if (takes === "object") assertObject("body", body);
      const sentHeaders = { ...headers };
      const url = address + (params ? writeParams(params, sentHeaders) : "");
      const init = body === undefined ? {} : { body: writeBody(body, sentHeaders) };
      if (options.headers) Object.assign(sentHeaders, resolveHeaders(options.headers));
      const bodyIssues = validate && (await findIssues(validate[bodySchema as keyof ClientSchemas], body));
      if (bodyIssues) throw new InvalidArgumentError(`${operationId}: ${bodyIssues}`, { operationId });
      exchange = await send({ ...operation, url, headers: sentHeaders, init, options });
      checkExchange(exchange);
      const data = read(exchange);
      const { responseSchema: schema = responseSchema } = exchange;
      const issues = validate && (await findIssues(validate[schema as keyof ClientSchemas], data));
      if (issues) throw responseError(exchange, `with a body that breaks the schema ${schema}: ${issues}`);
      return data;
    };
    const call = run() as ApiCall<unknown>;
    call.withResponse = async () => {
      const data = await call;
      const { response, attempts } = exchange;
      // Read only when asked for, because looking up a header costs every call.
      return { data, status: response.status, response, requestId: requestIdOf(response), attempts };
    };
    return call;
  };
}
