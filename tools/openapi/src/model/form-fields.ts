import type { Schema } from "./api.ts";
import { type JsonObject, objectOf } from "./json.ts";
import type { Scalar } from "./parameter-values.ts";
import { isBinary, objectMembers, resolveSchema, typesOf } from "./schemas.ts";
import { scalarType, valueTypes } from "./value-types.ts";

/** A field of a form; one that `repeats` is an array, with a part for each item. */
export interface FormField {
  readonly kind: Scalar | "file" | "any";
  readonly repeats?: true;
}

/** Determines how the properties of a form's schema are written. */
export function readFormFields(document: JsonObject, schema: Schema | undefined): Record<string, FormField> {
  const fields = Object.entries(objectMembers(document, schema)).map(([name, property]) => {
    const { items, ...field } = objectOf(property) as Schema;
    const isList = typesOf(field as Schema).includes("array");
    const kind = fieldKind(document, (isList ? objectOf(items) : field) as Schema);
    return [name, { kind, ...(isList && { repeats: true }) }];
  });
  return Object.fromEntries(fields) as Record<string, FormField>;
}

function fieldKind(document: JsonObject, schema: Schema): FormField["kind"] {
  if (isBinary(resolveSchema(document, schema))) return "file";
  return valueTypes(document, schema).size === 0 ? "any" : (scalarType(document, [schema]) ?? "string");
}
