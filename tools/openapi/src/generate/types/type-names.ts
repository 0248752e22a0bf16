import { DescriptionError } from "../../model/description-error.ts";
import { pascalCase } from "../../model/names.ts";
import { pointerOf } from "../../model/pointer.ts";
import { identifierSource, valueSource } from "../source-text.ts";

/** Names that generated code uses. */
const taken = new Set([
  ...["Array", "Blob", "Exclude", "NonNullable", "Omit", "OperationId", "Partial", "Promise", "Readonly"],
  ...["ReadonlyArray", "Record", "Uint8Array"],
]);

/** The type name of each schema: `crew-list` becomes `CrewList`. */
export type TypeNames = ReadonlyMap<string, string>;

/**
 * Assigns a type name to every schema.
 *
 * @throws DescriptionError if two schemas would get the same name, or a name has no letter or digit
 */
export function assignTypeNames(schemaNames: readonly string[]): TypeNames {
  const owners = new Map<string, string>();
  const names = schemaNames.map((schemaName): [string, string] => {
    const typeName = toTypeName(schemaName);
    const owner = owners.get(typeName);
    if (owner !== undefined) {
      const what = `The schemas ${owner} and ${schemaName} would both become the type ${typeName}`;
      throw new DescriptionError(`${what}: rename one.`, schemaPlace(schemaName));
    }
    owners.set(typeName, schemaName);
    return [schemaName, typeName];
  });
  return new Map(names);
}

function toTypeName(schemaName: string): string {
  const isName = /^[A-Z][A-Za-z0-9]*$/.test(schemaName);
  const name = isName ? schemaName : pascalCase(schemaName);
  if (name === "") {
    const what = `The schema ${valueSource(schemaName)} has no letter or digit`;
    throw new DescriptionError(`${what}: rename it.`, schemaPlace(schemaName));
  }
  return identifierSource(taken.has(name) || /^\p{Nd}/u.test(name) ? `Schema${name}` : name);
}

function schemaPlace(schemaName: string): string {
  return pointerOf("components", "schemas", schemaName);
}
