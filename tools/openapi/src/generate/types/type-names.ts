import { pascalCase } from "../../model/names.ts";
import { identifierSource, valueSource } from "../source-text.ts";

/** Names that generated code uses. */
const taken = new Set(["Array", "OperationId", "Partial", "Promise", "Readonly", "ReadonlyArray", "Record"]);

/** The type name of each schema: `crew-list` becomes `CrewList`. */
export type TypeNames = ReadonlyMap<string, string>;

/**
 * Assigns a type name to every schema.
 *
 * @throws Error if two schemas would get the same name, or a name has no letter or digit
 */
export function typeNamesOf(schemaNames: readonly string[]): TypeNames {
  const owners = new Map<string, string>();
  const names = schemaNames.map((schemaName): [string, string] => {
    const typeName = typeNameOf(schemaName);
    const owner = owners.get(typeName);
    if (owner !== undefined) {
      throw new Error(
        `The schemas ${owner} and ${schemaName} would both become the type ${typeName}: rename one.`,
      );
    }
    owners.set(typeName, schemaName);
    return [schemaName, typeName];
  });
  return new Map(names);
}

function typeNameOf(schemaName: string): string {
  const isName = /^[A-Z][A-Za-z0-9]*$/.test(schemaName);
  const name = isName ? schemaName : pascalCase(schemaName);
  if (name === "")
    throw new Error(`The schema ${valueSource(schemaName)} has no letter or digit: rename it.`);
  return identifierSource(taken.has(name) || /^\p{Nd}/u.test(name) ? `Schema${name}` : name);
}
