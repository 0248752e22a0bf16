import type { JsonObject } from "../src/json-value.ts";
import { documentMutations } from "./document.ts";
import { fieldMutations } from "./fields.ts";
import type { Mutation } from "./mutation.ts";
import { operationMutations } from "./operations.ts";
import { parameterMutations } from "./parameters.ts";

/** Every single change that the proof makes. */
export function allMutations(document: JsonObject): Mutation[] {
  return [
    ...operationMutations(document),
    ...parameterMutations(document),
    ...fieldMutations(document),
    ...documentMutations(document),
  ];
}
