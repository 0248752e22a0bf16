import type { Api } from "../../model/api.ts";
import { isObject } from "../../model/json.ts";
import { pascalCase } from "../../model/names.ts";
import { knownValuesOf } from "../../model/schemas.ts";
import { generatedHeader } from "../generated-file.ts";
import { typeDeclarations } from "./type-declarations.ts";
import { type TypeNames, typeNamesOf } from "./type-names.ts";

/**
 * Generates the entry of the types package: an interface for each schema in `components`, an alias for each of its
 * enums, and the operationIds.
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

${[...declarations.values(), ...enumAliases(api, names).values()].join("\n")}`;
}

/** Returns the names of all types that {@link namedTypesSource} exports. */
export function exportedTypesOf(api: Api): string[] {
  const names = typeNamesOf(Object.keys(api.schemas));
  const own = ["components", "operations", "paths", "OperationId"];
  return [...own, ...names.values(), ...enumAliases(api, names).keys()];
}

/** Declares aliases such as `export type ComputerStatus = NonNullable<Computer["status"]>`, by name. */
function enumAliases({ schemas }: Api, names: TypeNames): ReadonlyMap<string, string> {
  const taken = new Set([...names.values(), "OperationId"]);
  const aliases = new Map<string, string>();
  for (const [schemaName, { properties }] of Object.entries(schemas)) {
    const owner = names.get(schemaName) ?? schemaName;
    for (const [property, schema] of Object.entries(isObject(properties) ? properties : {})) {
      const alias = owner + pascalCase(property);
      const isEnum = isObject(schema) && (Array.isArray(schema.enum) || knownValuesOf(schema));
      if (!isEnum || taken.has(alias) || aliases.has(alias)) continue;
      const words = `/** The values of \`${property}\` of {@link ${owner}}. */`;
      aliases.set(
        alias,
        `${words}\nexport type ${alias} = NonNullable<${owner}[${JSON.stringify(property)}]>;\n`,
      );
    }
  }
  return aliases;
}
