import { type Api, isObject, type JsonObject } from "@compute-host/openapi/model";

/** Returns the computer of a named example of the description. */
export function sampleComputer({ operations }: Pick<Api, "operations">, name: string): JsonObject {
  const { responses = [] } = operations.find(({ operationId }) => operationId === "getComputer") ?? {};
  const success = responses.find(({ status }) => status === "200");
  const example = success?.content.flatMap(({ examples }) => examples).find((one) => one.name === name);
  if (isObject(example?.value)) return example.value;
  throw new Error(`getComputer 200 has no example ${name}.`);
}
