import type { OperationId } from "@compute-host/types";
import { type ApiCall, createApiCall } from "./api-call.ts";
import { type Config, checkObject, resolveHeaders } from "./config.ts";
import { InvalidArgumentError } from "./errors.ts";
import type { Exchange, Transport } from "./exchange.ts";
import { interpretExchange, invalidResponse } from "./interpret-exchange.ts";
import type { BodyInit } from "./operation.ts";
import { operations } from "./operations.gen.ts";
import type { CallOptions } from "./options.ts";
import { createPathSerializer, type PathSerializer } from "./serialize-path.ts";
import { serializeQuery } from "./serialize-query.ts";
import { type ClientSchemas, findIssues } from "./validation.ts";

/** What an operation is called with. */
export interface Input {
  readonly path: Readonly<Record<string, unknown>>;
  /** The parameters of the query and of the header, by name. */
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
}

/** Calls an operation of the spec. */
export type Requester = <T>(operationId: OperationId, input: Input, options?: CallOptions) => ApiCall<T>;

/** Makes the function through which every method of the client goes. */
export function createRequester({ baseUrl, validate, headers }: Config, transport: Transport): Requester {
  const addresses = Object.fromEntries(
    Object.entries(operations).map(([id, { path }]) => [id, createPathSerializer(baseUrl + path)]),
  ) as Record<OperationId, PathSerializer>;

  function send(
    operationId: OperationId,
    { path, params, body }: Input,
    options: CallOptions,
  ): Promise<Exchange> {
    checkObject("options", options);
    const {
      method,
      bodySchema,
      styles,
      takeHeaders,
      takesObject,
      writeBody = jsonBody,
    } = operations[operationId];
    if (takesObject) checkObject("the body", body);
    const query = params && { ...params };
    const named = query && takeHeaders?.(query);
    const sent = body === undefined ? undefined : writeBody(body);
    const request = {
      url: addresses[operationId](path) + (query ? serializeQuery(query, styles) : ""),
      method,
      headers:
        named || sent || options.headers
          ? {
              ...headers,
              ...named,
              ...sent?.headers,
              ...(options.headers && resolveHeaders(options.headers)),
            }
          : headers,
      init: sent ? { body: sent.body } : {},
    };
    const call = { operationId, options };
    if (!validate || !bodySchema || !sent) return transport(request, call);
    return validated(bodySchema, body, (issues) => {
      return new InvalidArgumentError(`${operationId}: ${issues}`, { operationId });
    }).then(() => transport(request, call));
  }

  function conclude<T>(operationId: OperationId, exchange: Exchange): T | Promise<T> {
    const operation = operations[operationId];
    const data = interpretExchange(operation, exchange) as T;
    const { responseSchema } = operation;
    if (!validate || !responseSchema || data === undefined) return data;
    return validated(responseSchema, data, (issues) =>
      invalidResponse(exchange, `with a body that breaks the schema ${responseSchema}: ${issues}`),
    );
  }

  async function validated<T>(
    name: keyof ClientSchemas,
    value: T,
    fail: (issues: string) => Error,
  ): Promise<T> {
    // A validator that throws has found something as well.
    const issues = await findIssues(validate?.[name], value).catch(String);
    if (issues) throw fail(issues);
    return value;
  }

  return (operationId, input, options = {}) =>
    createApiCall(
      () => send(operationId, input, options),
      (exchange) => conclude(operationId, exchange),
    );
}

function jsonBody(body: unknown): BodyInit {
  let text: string | undefined;
  try {
    text = JSON.stringify(body);
  } catch {
    // It refers to itself, or holds a BigInt.
  }
  if (text === undefined) throw new InvalidArgumentError("the body must be what JSON can represent");
  return { body: text, headers: { "content-type": "application/json" } };
}
