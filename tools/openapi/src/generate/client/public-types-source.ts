import type { Api } from "../../model/api.ts";
import { generatedHeader } from "../generated-file.ts";
import { exportedTypesOf } from "../types/named-types-source.ts";
import { inlineSchemasOf } from "./body-schemas.ts";
import { paramsSchemaOf, paramsTypeName } from "./client-parameters.ts";
import { errorBodiesOf } from "./error-bodies.ts";
import { errorClassesOf, serverError } from "./error-classes.ts";
import { interfaceName } from "./resources-source.ts";

/**
 * Generates the exports of the description's types for the client's main entry.
 *
 * @throws Error if two types would have the same name
 */
export function publicTypesSource(api: Api, command: string): string {
  const { operations } = api;
  const inline = Object.keys({ ...inlineSchemasOf(api), ...errorBodiesOf(api).inline });
  const params = operations
    .filter((operation) => paramsSchemaOf(operation) !== undefined)
    .map(paramsTypeName);
  const resources = [...new Set(operations.map(({ resource }) => resource))].map(interfaceName);
  const names = [...exportedTypesOf(api), ...inline, ...params, ...resources, "Resources"];
  const all = [...names, serverError, ...errorClassesOf(api).map(({ name }) => name)];
  const twice = all.find((name, index) => all.indexOf(name) !== index);
  if (twice !== undefined) {
    throw new Error(
      `Two types of the client would be named ${twice}: rename the schema, the operationId or the tag that it comes from.`,
    );
  }
  return `${generatedHeader(command)}
export type { ${exportedTypesOf(api).join(", ")} } from "@compute-host/types";
${inline.length === 0 ? "" : `export type { ${inline.join(", ")} } from "./body-types.gen.ts";\n`}export type { ${[...params, ...resources, "Resources"].join(", ")} } from "./resources.gen.ts";
`;
}
