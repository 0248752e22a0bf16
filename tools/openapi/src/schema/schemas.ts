import { isObject, type Json, type JsonObject, listOf, objectOf } from "./json.ts";
import { keysOf, placeAt, pointerOf } from "./pointer.ts";

/** A JSON Schema (2020-12). */
export interface Schema extends JsonObject {
  readonly $ref?: string;
}

/** Returns the reference of a schema that allows what it leads to or null, or `undefined`. */
export function orNull({ oneOf, anyOf }: Schema): Schema | undefined {
  return listOf(oneOf ?? anyOf).find((one) => objectOf(one).$ref !== undefined) as Schema | undefined;
}

/** Resolves a schema reference, also one that may be null; returns other schemas unchanged. */
export function resolveSchema(document: JsonObject, schema: Schema): Schema {
  const { $ref } = orNull(schema) ?? schema;
  return $ref === undefined ? schema : (placeAt(document, $ref.slice(1)).value as Schema);
}

/** Returns the name of the schema in `components` that a schema refers to. */
export function schemaNameOf({ $ref }: Schema): string | undefined {
  return /^#\/components\/schemas\/[^/]+$/.test($ref ?? "") ? keysOf($ref ?? "").at(-1) : undefined;
}

/** Returns the JSON types in a schema's `type`; empty without `type`. */
export function typesOf({ type = [] }: Schema): string[] {
  return [type].flat().map(String);
}

/** Returns the known values of an open string (`x-extensible-enum`), or `undefined`. */
export function knownValues(schema: Schema): string[] | undefined {
  const known = schema["x-extensible-enum"];
  return known === undefined ? undefined : listOf(known).map(String);
}

/** Whether the schema is a string of `true`, `false` or more, which are booleans in a query of the client. */
export function isBooleanText(schema: Schema): boolean {
  return ["true", "false"].every((text) => listOf(schema.enum).includes(text));
}

/** Calls `visit` for a value and every object in it, without following references. */
export function walkObjects(value: Json | undefined, visit: (object: JsonObject) => void): void {
  if (Array.isArray(value)) for (const item of value) walkObjects(item as Json, visit);
  if (!isObject(value)) return;
  visit(value);
  for (const item of Object.values(value)) walkObjects(item, visit);
}

/** Keywords whose value is one schema, a list of them, or a map of them. */
const applicators: Readonly<Record<string, "one" | "list" | "map">> = {
  items: "one",
  additionalProperties: "one",
  oneOf: "list",
  anyOf: "list",
  properties: "map",
};

/** Copies a schema, with each schema directly inside it replaced. */
export function mapSubschemas(
  schema: Schema,
  replace: (subschema: Schema, pointer: string) => Schema,
): Schema {
  const entries = Object.entries(schema).map(([keyword, value]) => {
    const kind = applicators[keyword];
    const at = pointerOf(keyword);
    const inner = (one: Json | undefined, key: string | number) =>
      replace(objectOf(one) as Schema, at + pointerOf(key));
    if (kind === "one" && isObject(value)) return [keyword, replace(value as Schema, at)];
    if (kind === "list") return [keyword, listOf(value).map(inner)];
    if (kind === "map")
      return [
        keyword,
        Object.fromEntries(Object.entries(objectOf(value)).map(([name, one]) => [name, inner(one, name)])),
      ];
    return [keyword, value];
  });
  return Object.fromEntries(entries) as Schema;
}

/** Calls `visit` for a schema and every schema inside it, without following references. */
export function walkSchemas(
  schema: Schema,
  visit: (schema: Schema, pointer: string) => void,
  pointer = "",
): void {
  visit(schema, pointer);
  mapSubschemas(schema, (inner, at) => {
    walkSchemas(inner, visit, pointer + at);
    return inner;
  });
}
