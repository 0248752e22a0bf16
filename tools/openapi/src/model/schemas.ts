import { mediaKindOf, type Schema } from "./api.ts";
import { isObject, type Json, type JsonObject } from "./json.ts";
import { keysOf, placeAt, pointerOf } from "./pointer.ts";

/** Resolves a schema reference; returns other schemas unchanged. */
export function resolveSchema(document: JsonObject, schema: Schema): Schema {
  if (typeof schema.$ref !== "string") return schema;
  return placeAt(document, schema.$ref.slice(1)).value as Schema;
}

/** Returns the name of the schema in `components` that a schema refers to. */
export function schemaNameOf({ $ref }: Schema): string | undefined {
  return /^#\/components\/schemas\/[^/]+$/.test($ref ?? "") ? keysOf($ref ?? "").at(-1) : undefined;
}

/** Returns the JSON types in a schema's `type`; empty without `type`. */
export function typesOf(schema: Schema): string[] {
  const { type } = schema;
  if (typeof type === "string") return [type];
  return Array.isArray(type) ? type.map(String) : [];
}

/** Returns the known values of an open string (`x-extensible-enum`), or `undefined`. */
export function knownValues(schema: Schema): string[] | undefined {
  const known = schema["x-extensible-enum"];
  return isStringList(known) ? [...known] : undefined;
}

/**
 * Whether the schema stands for bytes, which no JSON can hold
 * ([OpenAPI 3.1, section 4.4.1](https://spec.openapis.org/oas/v3.1.1#working-with-binary-data)).
 */
export function isBinary({ format, contentMediaType, contentEncoding }: Schema): boolean {
  if (format === "binary") return true;
  if (typeof contentMediaType !== "string" || contentEncoding !== undefined) return false;
  return mediaKindOf(contentMediaType) === "binary";
}

/** Whether the schema is a string of `true` or `false`, which is a boolean in a query. */
export function isBooleanText(schema: Schema): boolean {
  const values = schema.enum;
  return isStringList(values) && values.length === 2 && values.includes("true") && values.includes("false");
}

function isStringList(value: Json | undefined): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

/** Calls `visit` for a value and every object in it, without following references. */
export function walkObjects(value: Json | undefined, visit: (object: JsonObject) => void): void {
  if (Array.isArray(value)) for (const item of value) walkObjects(item as Json, visit);
  if (!isObject(value)) return;
  visit(value);
  for (const item of Object.values(value)) walkObjects(item, visit);
}

/** Returns the properties of an object, with those of its `allOf` parts; references in them are resolved. */
export function objectMembers(document: JsonObject, schema: Schema | undefined, depth = 0): JsonObject {
  if (schema === undefined || depth > 20) return {};
  const { properties, allOf } = resolveSchema(document, schema);
  const parts = (Array.isArray(allOf) ? allOf : []).map((part) =>
    objectMembers(document, part as Schema, depth + 1),
  );
  const own = Object.entries(isObject(properties) ? properties : {}).map(([name, property]) => [
    name,
    isObject(property) ? resolveSchema(document, property as Schema) : property,
  ]);
  return Object.assign({}, ...parts, Object.fromEntries(own)) as JsonObject;
}

/** Keywords whose value is one schema, a list of them, or a map of them. */
const applicators = {
  one: [
    ...["items", "contains", "additionalProperties", "unevaluatedProperties", "unevaluatedItems"],
    ...["propertyNames", "not", "if", "then", "else", "contentSchema"],
  ],
  list: ["allOf", "anyOf", "oneOf", "prefixItems"],
  map: ["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"],
} as const;

const applicatorKinds: ReadonlyMap<string, keyof typeof applicators> = new Map(
  (["one", "list", "map"] as const).flatMap((kind) => applicators[kind].map((name) => [name, kind] as const)),
);

/** Returns what the value of a keyword holds: one schema, a list or a map of them; `undefined` for a keyword without schemas. */
export function applicatorKind(keyword: string): "one" | "list" | "map" | undefined {
  return applicatorKinds.get(keyword);
}

/** Copies a schema, with each schema directly inside it replaced; boolean schemas stay. */
export function mapSubschemas(
  schema: Schema,
  replace: (subschema: Schema, pointer: string) => Schema,
): Schema {
  const one = (value: Json | undefined, pointer: string) =>
    isObject(value) ? replace(value as Schema, pointer) : value;
  const entries = Object.entries(schema).map(([keyword, value]) => {
    const at = pointerOf(keyword);
    const kind = applicatorKind(keyword);
    if (kind === "one") return [keyword, one(value, at)];
    if (kind === "list" && Array.isArray(value)) {
      return [keyword, value.map((item: Json, index) => one(item, at + pointerOf(index)))];
    }
    if (kind === "map" && isObject(value)) {
      const mapped = Object.entries(value).map(([name, item]) => [name, one(item, at + pointerOf(name))]);
      return [keyword, Object.fromEntries(mapped)];
    }
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
