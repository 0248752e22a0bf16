import type { Api } from "../../model/api.ts";
import { pascalCase } from "../../model/names.ts";
import { rulesOf } from "../../model/rules.ts";
import { isObject } from "../../schema/json.ts";
import { knownValues } from "../../schema/schemas.ts";
import { commentSource, valueSource } from "../source-text.ts";
import { declarationSource } from "./type-declarations.ts";

/**
 * Generates the entry of the types package: an interface for each schema in `components`, an alias for each of its
 * enums, and the operationIds.
 */
export function namedTypesSource(api: Api): string {
  const declarations = Object.entries(api.schemas).map(([name, schema]) => declarationSource(name, schema));
  const about = `Types of the ${String(api.info.title)}, generated from its OpenAPI description.`;
  const comment = commentSource([about], { tags: [["packageDocumentation"]] });
  return `${comment}import type { components, operations, paths } from "./openapi.gen.ts";

export type { components, operations, paths };

/** The operationIds of the interface. */
export type OperationId = keyof operations;

${[...declarations, ...enumAliases(api).values()].join("\n")}`;
}

/** Generates the IDs of the rules, so that a case or a bug of a removed rule does not compile. */
export function rulesSource({ document }: Api): string {
  const ids = rulesOf(document).map(({ id }) => `\n  | ${JSON.stringify(id)}`);
  const type = ids.length === 0 ? " never" : ids.join("");
  return `/** A rule of the interface, by its place in the description. */\nexport type RuleId =${type};\n`;
}

/** Returns the names of all types that {@link namedTypesSource} exports. */
export function exportedTypes(api: Api): string[] {
  const own = ["components", "operations", "paths", "OperationId"];
  return [...own, ...Object.keys(api.schemas), ...enumAliases(api).keys()];
}

/** Declares aliases such as `export type ComputerStatus = NonNullable<Computer["status"]>`, by name. */
function enumAliases({ schemas }: Api): ReadonlyMap<string, string> {
  const aliases = new Map<string, string>();
  for (const [owner, { properties }] of Object.entries(schemas)) {
    for (const [property, schema] of Object.entries(isObject(properties) ? properties : {})) {
      const alias = owner + pascalCase(property);
      const isEnum = isObject(schema) && (Array.isArray(schema.enum) || knownValues(schema));
      if (!isEnum || Object.hasOwn(schemas, alias) || aliases.has(alias)) continue;
      const comment = commentSource([`The values of \`${property}\` of {@link ${owner}}.`]);
      aliases.set(
        alias,
        `${comment}export type ${alias} = NonNullable<${owner}[${valueSource(property)}]>;\n`,
      );
    }
  }
  return aliases;
}
