import { isSchema } from "../../document/schema-keywords.ts";
import { arrayOf, isObject, type JsonObject } from "../../json-value.ts";
import type { Conjunction, Schema } from "./alternative.ts";

/** Finds an annotation (`default`, `discriminator`) in the schemas or in their parts. */
export function annotationOf(schemas: Conjunction, keyword: string, depth = 0): unknown {
  for (const schema of schemas) {
    if (!isObject(schema)) continue;
    if (keyword in schema) return schema[keyword];
  }
  if (depth > 5) return undefined;
  for (const schema of schemas) {
    if (!isObject(schema) || !("allOf" in schema || "oneOf" in schema || "anyOf" in schema)) continue;
    const parts = [...arrayOf(schema.allOf).filter(isSchema), ...nullableIn(schema)];
    const found = annotationOf(parts, keyword, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the other member of a union of two with null. */
export function nullableIn(schema: JsonObject): Schema[] {
  const members = [...arrayOf(schema.oneOf), ...arrayOf(schema.anyOf)].filter(isSchema);
  const others = members.filter((member) => !isObject(member) || member.type !== "null");
  return others.length === 1 && members.length === 2 ? others : [];
}
