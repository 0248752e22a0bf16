import type { OperationId } from "@compute-host/types";
import { type ApiCall, createApiCall } from "./api-call.ts";
import type { Config } from "./config.ts";
import { InvalidArgumentError } from "./errors.ts";
import type { Exchange } from "./exchange.ts";
import { interpretExchange, invalidResponse } from "./interpret-exchange.ts";
import { operations } from "./operations.gen.ts";
import type { CallOptions } from "./options.ts";
import { createPathSerializer, type PathSerializer } from "./serialize-path.ts";
import { serializeQuery } from "./serialize-query.ts";
import { createTransport } from "./transport.ts";
import { findIssues } from "./validation.ts";

/** What an operation is called with. */
export interface Input {
  readonly path?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
  readonly body?: unknown;
}

/** Calls an operation of the spec. */
export type Requester = <T>(operationId: OperationId, input: Input, options?: CallOptions) => ApiCall<T>;

/** Makes the function through which every method of the client goes. */
export function createRequester(config: Config): Requester {
  const transport = createTransport(config);
  const { baseUrl, validate } = config;
  const addresses = Object.fromEntries(
    Object.entries(operations).map(([id, { path }]) => [id, createPathSerializer(baseUrl + path)]),
  ) as Record<OperationId, PathSerializer>;

  function send(operationId: OperationId, input: Input, options: CallOptions): Promise<Exchange<string>> {
    const { method, bodySchema } = operations[operationId];
    const url = addresses[operationId](input.path) + serializeQuery(input.query);
    const call = { operationId, options, read: readText };
    if (!bodySchema) return transport({ url, init: { method } }, call);
    const request = { url, init: { method, ...jsonBody(input.body) } };
    if (!validate) return transport(request, call);
    return findIssues(validate[bodySchema], input.body).then((invalid) => {
      if (invalid) throw new InvalidArgumentError(`${operationId}: ${invalid}`, { operationId });
      return transport(request, call);
    });
  }

  function conclude<T>(operationId: OperationId, exchange: Exchange<string>): T | Promise<T> {
    const data = interpretExchange<T>(operationId, exchange);
    if (!validate) return data;
    const { responseSchema } = operations[operationId];
    return findIssues(validate[responseSchema], data).then((broken) => {
      if (!broken) return data;
      const what = `with a body that breaks the schema ${responseSchema}: ${broken}`;
      throw invalidResponse(operationId, exchange, what);
    });
  }

  return (operationId, input, options = {}) =>
    createApiCall(
      () => send(operationId, input, options),
      (exchange) => conclude(operationId, exchange),
    );
}

const readText = (response: Response) => response.text();

function jsonBody(body: unknown): { body: string; headers: Record<string, string> } {
  return { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
}
