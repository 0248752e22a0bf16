import type { OperationId } from "@compute-host/types";
import { type ApiCall, createApiCall } from "./api-call.ts";
import type { Config } from "./config.ts";
import { InvalidArgumentError } from "./errors.ts";
import type { Exchange } from "./exchange.ts";
import { interpretExchange, invalidResponse } from "./interpret-exchange.ts";
import type { Operation } from "./operation.ts";
import { operations } from "./operations.gen.ts";
import type { CallOptions } from "./options.ts";
import { createPathSerializer, type PathSerializer } from "./serialize-path.ts";
import { serializeQuery } from "./serialize-query.ts";
import { createTransport } from "./transport.ts";
import { findIssues } from "./validation.ts";

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
export function createRequester(config: Config): Requester {
  const transport = createTransport(config);
  const { baseUrl, validate } = config;
  const addresses = Object.fromEntries(
    Object.entries(operations).map(([id, { path }]) => [id, createPathSerializer(baseUrl + path)]),
  ) as Record<OperationId, PathSerializer>;

  function send(
    operationId: OperationId,
    { path, params, body }: Input,
    options: CallOptions,
  ): Promise<Exchange<string>> {
    const { method, bodySchema, styles, takeHeaders, writeBody = jsonBody } = operations[operationId];
    const query = { ...params };
    const headers = takeHeaders?.(query);
    const url = addresses[operationId](path) + serializeQuery(query, styles);
    const sent = body === undefined ? undefined : writeBody(body);
    const request = { url, init: { method, ...sent, headers: { ...headers, ...sent?.headers } } };
    const call = { operationId, options, read: readText };
    if (!validate || !bodySchema || !sent) return transport(request, call);
    return findIssues(validate[bodySchema], body).then((invalid) => {
      if (invalid) throw new InvalidArgumentError(`${operationId}: ${invalid}`, { operationId });
      return transport(request, call);
    });
  }

  function conclude<T>(operationId: OperationId, exchange: Exchange<string>): T | Promise<T> {
    const data = interpretExchange<T>(operationId, exchange);
    const { responseSchema } = operations[operationId];
    if (!validate || !responseSchema || data === undefined) return data;
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

const jsonBody: NonNullable<Operation["writeBody"]> = (body) => ({
  body: JSON.stringify(body),
  headers: { "content-type": "application/json" },
});
