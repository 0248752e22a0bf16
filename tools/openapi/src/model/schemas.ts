import type { Schema } from "./api.ts";
import { isObject, type Json, type JsonObject } from "./json.ts";
import { placeAt } from "./pointer.ts";

/** Resolves a schema reference; returns other schemas unchanged. */
export function resolveSchema(document: JsonObject, schema: Schema): Schema {
  if (typeof schema.$ref !== "string") return schema;
  return placeAt(document, schema.$ref.slice(1)).value as Schema;
}

/** Returns the JSON types in a schema's `type`; empty without `type`. */
export function typesOf(schema: Schema): string[] {
  const { type } = schema;
  if (typeof type === "string") return [type];
  return Array.isArray(type) ? type.map(String) : [];
}

/** Returns the known values of an open string (`x-extensible-enum`), or `undefined`. */
export function knownValuesOf(schema: Schema): string[] | undefined {
  const known = schema["x-extensible-enum"];
  return isStringList(known) ? [...known] : undefined;
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
