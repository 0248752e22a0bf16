import { readFileSync } from "node:fs";
import type { Api } from "../../model/api.ts";
import { DescriptionError } from "../../model/description-error.ts";
import { pascalCase } from "../../model/names.ts";
import { pointerOf } from "../../schema/pointer.ts";
import { exportedTypes } from "../types/named-types-source.ts";
import { optionsSchemas } from "./client-parameters.ts";
import { errorClasses, serverError } from "./error-classes.ts";
import { interfaceName } from "./resources-source.ts";

/**
 * Generates the exports of the description's types for the client's main entry.
 *
 * @throws DescriptionError if two types would have the same name
 */
export function publicTypesSource(api: Api): string {
  const { operations } = api;
  const options = [...optionsSchemas(api).keys()];
  const resources = [...new Set(operations.map(({ resource }) => resource))].map(interfaceName);
  demandDistinct(api, [
    ...exportedTypes(api),
    ...options,
    ...resources,
    "Resources",
    serverError,
    ...errorClasses(api).map(({ name }) => name),
    ...handwrittenNames(),
    // Aliases of enums use it.
    "NonNullable",
  ]);
  return `export type { ${exportedTypes(api).join(", ")} } from "@compute-host/types";
export type { ${[...options, ...resources, "Resources"].join(", ")} } from "./resources.gen.ts";
`;
}

/** The names that the client's main entry exports by hand, which would hide a schema of the same name. */
function handwrittenNames(): string[] {
  const root = new URL("../../../../../", import.meta.url);
  const entry = new URL("packages/client/src/index.ts", root);
  const lists = readFileSync(entry, "utf8").matchAll(/^export (?:type )?\{([^}]*)\}/gm);
  return [...lists].flatMap(([, list = ""]) => list.match(/\b[A-Z]\w*/g) ?? []);
}

function demandDistinct({ schemas, operations }: Api, names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice === undefined) return;
  const operation = operations.find(({ operationId }) => twice.startsWith(pascalCase(operationId)));
  const ofSchema = pointerOf("components", "schemas", twice);
  const what = `Two types of the client would be named ${twice}`;
  throw new DescriptionError(
    `${what}: rename the schema, the operationId or the tag that it comes from.`,
    Object.hasOwn(schemas, twice) ? ofSchema : (operation?.pointer ?? ""),
  );
}
