import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { parse } from "yaml";

/** The text of the OpenAPI description. */
export const specText = readFileSync(
  fileURLToPath(import.meta.resolve("@compute-host/spec/openapi.yaml")),
  "utf8",
);

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: "spec", ...parse(specText) });

function compile(schema: string): ValidateFunction {
  return ajv.compile({ $ref: `spec#/components/schemas/${schema}` });
}

const validators = {
  Computer: compile("Computer"),
  ComputerList: compile("ComputerList"),
  Problem: compile("Problem"),
};

/** Validates a value against a schema of the description, and returns the errors. */
export function schemaErrors(schema: keyof typeof validators, value: unknown): readonly string[] {
  const validate = validators[schema];
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
