import { isObject, type JsonObject } from "@compute-host/openapi/model";
import type { ContractApi } from "../src/openapi/contract-api.ts";

/** Returns the computer of a named example of the description. */
export function sampleComputer({ operation }: ContractApi, name: string): JsonObject {
  const success = operation("getComputer").responses.find(({ status }) => status === "200");
  const example = success?.content.flatMap(({ examples }) => examples).find((one) => one.name === name);
  if (isObject(example?.value)) return example.value;
  throw new Error(`getComputer 200 has no example ${name}.`);
}
