import type { Schema } from "./api.ts";
import { type JsonObject, objectOf } from "./json.ts";
import type { Scalar } from "./parameter-values.ts";
import { isBinary, objectMembersOf, resolveSchema, typesOf } from "./schemas.ts";
import { scalarOf, valueTypesOf } from "./value-types.ts";

/** A field of a form; one that `repeats` is an array, with a part for each item. */
export interface FormField {
  readonly kind: Scalar | "file" | "any";
  readonly repeats?: true;
}

/** Determines how the properties of a form's schema are written. */
export function formFieldsOf(document: JsonObject, schema: Schema | undefined): Record<string, FormField> {
  const fields = Object.entries(objectMembersOf(document, schema)).map(([name, property]) => {
    const { items, ...field } = objectOf(property) as Schema;
    const isList = typesOf(field as Schema).includes("array");
    const kind = kindOf(document, (isList ? objectOf(items) : field) as Schema);
    return [name, { kind, ...(isList && { repeats: true }) }];
  });
  return Object.fromEntries(fields) as Record<string, FormField>;
}

function kindOf(document: JsonObject, schema: Schema): FormField["kind"] {
  if (isBinary(resolveSchema(document, schema))) return "file";
  return valueTypesOf(document, schema).size === 0 ? "any" : (scalarOf(document, [schema]) ?? "string");
}
