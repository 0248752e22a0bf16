import type { Api } from "../../model/api.ts";
import { pascalCase } from "../../model/names.ts";
import { generatedHeader } from "../generated-file.ts";
import { exportedTypesOf } from "../types/named-types-source.ts";
import { inlineSchemasOf } from "./body-schemas.ts";
import { paramsSchemaOf, paramsTypeName } from "./client-parameters.ts";

/** Generates the exports of the description's types for the client's main entry. */
export function publicTypesSource(api: Api, command: string): string {
  const { operations } = api;
  const inline = Object.keys(inlineSchemasOf(api));
  const params = operations
    .filter((operation) => paramsSchemaOf(operation) !== undefined)
    .map(paramsTypeName);
  const resources = [...new Set(operations.map(({ resource }) => `${pascalCase(resource)}Operations`))];
  return `${generatedHeader(command)}
export type { ${exportedTypesOf(api).join(", ")} } from "@compute-host/types";
${inline.length === 0 ? "" : `export type { ${inline.join(", ")} } from "./body-types.gen.ts";\n`}export type { ${[...params, ...resources, "Resources"].join(", ")} } from "./resources.gen.ts";
`;
}
