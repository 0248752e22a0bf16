import type { Api } from "../../model/api.ts";
import { isObject } from "../../model/json.ts";
import { pascalCase } from "../../model/names.ts";
import { knownValuesOf } from "../../model/schemas.ts";
import { generatedHeader } from "../generated-file.ts";
import { typeDeclarations } from "./type-declarations.ts";
import { type TypeNames, typeNamesOf } from "./type-names.ts";

/**
 * The entry of the types package: an interface for each schema of `components`, an alias for each of its enums, and the
 * operationIds.
 */
export async function namedTypesSource(api: Api, command: string): Promise<string> {
  const names = typeNamesOf(Object.keys(api.schemas));
  const declarations = await typeDeclarations(api.schemas, names);
  return `${generatedHeader(command)}
/**
 * Types of the ${String(api.info.title)}, generated from its OpenAPI description.
 *
 * @packageDocumentation
 */
import type { components, operations, paths } from "./openapi.gen.ts";

export type { components, operations, paths };

/** The operationIds of the interface. */
export type OperationId = keyof operations;

${[...declarations.values(), ...enumAliases(api, names)].join("\n")}`;
}

/** Such as `export type ComputerStatus = NonNullable<Computer["status"]>`. */
function enumAliases({ schemas }: Api, names: TypeNames): string[] {
  const taken = new Set([...names.values(), "OperationId"]);
  return Object.entries(schemas).flatMap(([schemaName, { properties }]) => {
    const owner = names.get(schemaName) ?? schemaName;
    return Object.entries(isObject(properties) ? properties : {}).flatMap(([property, schema]) => {
      if (!isObject(schema) || !(Array.isArray(schema.enum) || knownValuesOf(schema))) return [];
      const alias = owner + pascalCase(property);
      if (taken.has(alias)) return [];
      taken.add(alias);
      const words = `/** The values of \`${property}\` of {@link ${owner}}. */`;
      return [`${words}\nexport type ${alias} = NonNullable<${owner}[${JSON.stringify(property)}]>;\n`];
    });
  });
}
