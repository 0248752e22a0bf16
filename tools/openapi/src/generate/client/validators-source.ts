import type { Api } from "../../model/api.ts";
import { schemaConstant } from "../../model/names.ts";
import { bodySchemaNames, requestSchema, successSchema } from "../core/body-schemas.ts";
import { commentSource, valueSource } from "../source-text.ts";

/**
 * Generates the entry `schemas`: a Standard Schema validator for each schema, and an object with those of the
 * bodies.
 */
export function validatorsSource(api: Api): string {
  const constants = Object.entries(api.schemas).map(([name, { description }]) => {
    const [words = ""] = String(description ?? "").split("\n\n");
    const comment = commentSource([words.replaceAll(/\s+/g, " ")]);
    const type = `StandardSchemaV1<unknown, types.${name}>`;
    const value = `/* @__PURE__ */ standardSchema(nodes.${schemaConstant(name)})`;
    return `${comment}export const ${name}Schema: ${type} = ${value};\n`;
  });
  const bodies = bodySchemaNames(api).map((name) => `  ${valueSource(name)}: ${name}Schema,\n`);
  const operations = api.operations.map((operation) => {
    const names = { request: requestSchema(operation), success: successSchema(operation) };
    return `    ${valueSource(operation.operationId)}: ${valueSource(names)},\n`;
  });
  return `/**
 * Standard Schema validators (https://standardschema.dev) of the spec's schemas. Unknown properties and unknown values
 * of open strings are valid, because a newer service may send them.
 *
 * @packageDocumentation
 */
import * as nodes from "@compute-host/core/schema-nodes";
import type * as types from "@compute-host/types";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { ClientSchemas } from "../sending/options.ts";
import { bodyChecks, standardSchema } from "./schema-validation.ts";

${constants.join("\n")}
/** All validators, for the option \`validate\` of \`createClient\`. */
export const schemas: ClientSchemas = {
${bodies.join("")}  ...bodyChecks({
${operations.join("")}  }),
};

export type { ClientSchemas };
`;
}
