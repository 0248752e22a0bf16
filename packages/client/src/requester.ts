import type { OperationId } from "@compute-host/types";
import { createFinalURL } from "openapi-fetch";
import { type ApiCall, createApiCall, type WithResponse } from "./api-call.ts";
import type { Config } from "./config.ts";
import { InvalidArgumentError } from "./errors.ts";
import { interpretExchange, invalidResponse } from "./interpret-exchange.ts";
import { operations } from "./operations.gen.ts";
import type { CallOptions } from "./options.ts";
import { serializePath } from "./serialize-path.ts";
import { serializeQuery } from "./serialize-query.ts";
import { createTransport } from "./transport.ts";
import { findIssues } from "./validation.ts";

/** What an operation is called with. */
export interface Input {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** Calls an operation of the spec. */
export type Requester = <T>(operationId: OperationId, input: Input, options?: CallOptions) => ApiCall<T>;

/** Makes the function through which every method of the client goes. */
export function createRequester(config: Config): Requester {
  const transport = createTransport(config);
  const { baseUrl, validate } = config;
  async function perform<T>(
    operationId: OperationId,
    input: Input,
    options: CallOptions,
  ): Promise<WithResponse<T>> {
    const { method, path, responseSchema, bodySchema } = operations[operationId];
    const url = createFinalURL<string>(path, {
      baseUrl,
      params: input,
      pathSerializer: serializePath,
      querySerializer: serializeQuery,
    });
    const invalid = bodySchema && validate && (await findIssues(validate[bodySchema], input.body));
    if (invalid) throw new InvalidArgumentError(`${operationId}: ${invalid}`, { operationId });
    const exchange = await transport(
      { url, init: { method, ...(bodySchema && jsonBody(input.body)) } },
      { operationId, options, read: (response) => response.text() },
    );
    const result = interpretExchange<T>(operationId, exchange);
    const broken = validate && (await findIssues(validate[responseSchema], result.data));
    if (broken)
      throw invalidResponse(
        operationId,
        exchange,
        `with a body that breaks the schema ${responseSchema}: ${broken}`,
      );
    return result;
  }
  return (operationId, input, options = {}) => createApiCall(perform(operationId, input, options));
}

function jsonBody(body: unknown): { body: string; headers: Record<string, string> } {
  return { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
}
