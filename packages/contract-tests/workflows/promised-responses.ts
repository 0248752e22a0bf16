import { type Api, isObject, type JsonObject } from "@compute-host/openapi/model";

/** A documented response. */
export interface PromisedResponse {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly status: string;
  /** The names of its examples. */
  readonly examples: readonly string[];
}

/** Returns every response of every operation. */
export function promisedResponses({ operations }: Pick<Api, "operations">): PromisedResponse[] {
  return operations.flatMap(({ operationId, method, path, responses }) =>
    responses.map(({ status, content }) => ({
      ...{ operationId, method, path, status },
      examples: content.flatMap(({ examples }) => examples.map(({ name }) => name)),
    })),
  );
}

/** Returns the value of a named example of a response. */
export function exampleOf(
  { operations }: Pick<Api, "operations">,
  operationId: string,
  status: string,
  name: string,
): JsonObject {
  const operation = operations.find((one) => one.operationId === operationId);
  const response = operation?.responses.find((one) => one.status === status);
  const example = response?.content.flatMap(({ examples }) => examples).find((one) => one.name === name);
  if (isObject(example?.value)) return example.value;
  throw new Error(`${operationId} ${status} has no example ${name}.`);
}
