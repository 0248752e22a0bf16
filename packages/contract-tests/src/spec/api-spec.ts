import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { type DocumentedResponse, type Operation, readOperations } from "./operations.ts";
import { locate, type SpecDocument } from "./spec-document.ts";

const documentId = "openapi";

/** The spec as the suite uses it: its operations, and a validator for every schema in it. */
export interface ApiSpec {
  readonly document: SpecDocument;
  readonly operations: readonly Operation[];
  /** Finds an operation, or fails naming those that exist. */
  operation(operationId: string): Operation;
  /** The response that documents a status: the status itself, else `default`. */
  response(operation: Operation, status: number): DocumentedResponse | undefined;
  /** The validator of the schema at a JSON Pointer, compiled once. */
  validator(schemaPointer: string): ValidateFunction;
  /** The schema at a JSON Pointer, references followed. */
  schema(schemaPointer: string): Record<string, unknown>;
}

/** Prepares a document for the suite; formats are asserted. */
export function createApiSpec(document: SpecDocument): ApiSpec {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
  addFormats.default(ajv);
  ajv.addSchema(document, documentId);
  const operations = readOperations(document);
  const validators = new Map<string, ValidateFunction>();
  return {
    document,
    operations,
    operation(operationId) {
      const found = operations.find((operation) => operation.operationId === operationId);
      if (found) return found;
      const known = operations.map((operation) => operation.operationId).join(", ");
      throw new Error(`The spec has no operation ${operationId}; it has ${known}.`);
    },
    response: (operation, status) =>
      operation.responses.find((response) => response.status === String(status)) ??
      operation.responses.find((response) => response.status === "default"),
    validator(schemaPointer) {
      const known = validators.get(schemaPointer);
      if (known) return known;
      const compiled = ajv.compile({ $ref: `${documentId}#${encodePointer(schemaPointer)}` });
      validators.set(schemaPointer, compiled);
      return compiled;
    },
    schema: (schemaPointer) => locate(document, schemaPointer).value,
  };
}

function encodePointer(pointer: string): string {
  return pointer.split("/").map(encodeURIComponent).join("/");
}
