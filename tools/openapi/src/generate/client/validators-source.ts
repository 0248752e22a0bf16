import type { Api } from "../../model/api.ts";
import { camelCase } from "../../model/names.ts";
import { generatedHeader } from "../generated-file.ts";
import { typeNamesOf } from "../types/type-names.ts";
import { bodyNamesOf } from "./body-schemas.ts";

/**
 * Generates the entry `schemas`: a Standard Schema validator for each schema, and an object with those of the
 * bodies.
 */
export function validatorsSource(api: Api, command: string): string {
  const names = typeNamesOf(Object.keys(api.schemas));
  const constants = [...names].map(([schemaName, typeName]) => {
    const words = String(api.schemas[schemaName]?.description ?? "")
      .split("\n\n")[0]
      ?.trim();
    const comment = words ? `/** ${words.replaceAll(/\s+/g, " ").replaceAll("*/", "*\\/")} */\n` : "";
    return `${comment}export const ${typeName}Schema: StandardSchemaV1<unknown, types.${typeName}> = /* @__PURE__ */ standardSchema(nodes.${camelCase(schemaName)}Schema);\n`;
  });
  const bodies = bodyNamesOf(api).map((name) => {
    const typeName = names.get(name);
    const validator =
      typeName === undefined ? `standardSchema(nodes.${camelCase(name)}Schema)` : `${typeName}Schema`;
    return `  ${JSON.stringify(name)}: ${validator},\n`;
  });
  return `${generatedHeader(command)}
/**
 * Standard Schema validators (https://standardschema.dev) of the spec's schemas: unknown properties and unknown values of
 * open strings are valid, as a newer service may send them.
 *
 * @packageDocumentation
 */
import type * as types from "@compute-host/types";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import * as nodes from "./schema-nodes.gen.ts";
import { standardSchema } from "./schema-issues.ts";
import type { ClientSchemas } from "./validation.ts";

${constants.join("\n")}
/** All validators, for the option \`validate\` of \`createClient\`. */
export const schemas: ClientSchemas = {
${bodies.join("")}};

export type { ClientSchemas };
`;
}
