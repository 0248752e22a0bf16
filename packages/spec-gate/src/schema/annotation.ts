import { arrayOf, isObject } from "../json-value.ts";
import type { Conjunction } from "./alternative.ts";
import { isSchema } from "./apply-keywords.ts";

/** The value of an annotation (`default`, `discriminator`) of the schemas, also where `allOf` carries it. */
export function annotationOf(schemas: Conjunction, keyword: string, depth = 0): unknown {
  for (const schema of schemas) {
    if (!isObject(schema)) continue;
    if (keyword in schema) return schema[keyword];
  }
  if (depth > 5) return undefined;
  for (const schema of schemas) {
    if (!isObject(schema)) continue;
    const found = annotationOf(arrayOf(schema.allOf).filter(isSchema), keyword, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
