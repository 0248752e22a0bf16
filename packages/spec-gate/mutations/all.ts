import type { JsonObject } from "../src/json-value.ts";
import { documentMutations } from "./document.ts";
import { fieldMutations } from "./fields.ts";
import type { Mutation } from "./mutation.ts";
import { operationMutations } from "./operations.ts";
import { parameterMutations } from "./parameters.ts";

/** All mutations of the proof. */
export function allMutations(document: JsonObject): Mutation[] {
  return [
    ...operationMutations(document),
    ...parameterMutations(document),
    ...fieldMutations(document),
    ...documentMutations(document),
  ];
}
