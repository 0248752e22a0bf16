import { type Api, type Operation, placeAt, type Response, type Rule, rulesOf } from "@compute-host/openapi";
import { validatorsOf } from "@compute-host/openapi/ajv";
import type { ValidateFunction } from "ajv/dist/2020.js";

/** A description as the suite uses it: the model, and a validator for every schema. */
export interface ContractApi extends Api {
  /** The rules of the description, by ID. */
  readonly rules: ReadonlyMap<string, Rule>;
  /** Returns an operation, or fails with the names of those that exist. */
  operation(operationId: string): Operation;
  /** Returns the response that documents a status: the status itself, or `default`. */
  response(operation: Operation, status: number): Response | undefined;
  /** Returns the validator of the schema at a JSON Pointer, compiled once, with formats asserted. */
  validator(schemaPointer: string): ValidateFunction;
  /** Returns the schema at a JSON Pointer with references resolved. */
  schema(schemaPointer: string): Record<string, unknown>;
}

/** Prepares a description for the suite. */
export function createContractApi(api: Api): ContractApi {
  return {
    ...api,
    rules: new Map(rulesOf(api.document).map((rule) => [rule.id, rule])),
    operation(operationId) {
      const found = api.operations.find((operation) => operation.operationId === operationId);
      if (found) return found;
      const known = api.operations.map((operation) => operation.operationId).join(", ");
      throw new Error(`The description has no operation ${operationId}; it has ${known}.`);
    },
    response({ responses }, status) {
      const named = (name: string) => responses.find((response) => response.status === name);
      return named(String(status)) ?? named("default");
    },
    validator: validatorsOf(api.document),
    schema: (schemaPointer) => placeAt(api.document, schemaPointer).value,
  };
}
