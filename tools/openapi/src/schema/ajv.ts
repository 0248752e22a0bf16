import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { allFormats } from "./formats.ts";
import type { JsonObject } from "./json.ts";

/**
 * Validates like the client's validator: unknown keywords are annotations, and a property such as `toString`
 * is absent unless it was sent.
 */
const ajvOptions = {
  allErrors: true,
  strict: false,
  validateSchema: false,
  ownProperties: true,
  formats: Object.fromEntries(Object.entries(allFormats).map(([name, { test }]) => [name, test])),
};

/** Creates the validator of a schema, by its JSON Pointer, when it is first used. */
export function validatorsOf(document: JsonObject): (schemaPointer: string) => ValidateFunction {
  const ajv = new Ajv2020(ajvOptions).addSchema(document, "openapi");
  const known = new Map<string, ValidateFunction>();
  return (schemaPointer) => {
    const validate = known.get(schemaPointer) ?? ajv.compile({ $ref: `openapi#${encodeURI(schemaPointer)}` });
    known.set(schemaPointer, validate);
    return validate;
  };
}
