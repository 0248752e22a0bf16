import { hasRawContent } from "../../document/rewrite-schemas.ts";
import { isSchema } from "../../document/schema-keywords.ts";
import { isObject } from "../../json-value.ts";
import type { Conjunction } from "../alternatives/alternative.ts";
import { nullableIn } from "../alternatives/annotation.ts";
import { type Comparison, reason, type SchemaContext } from "./comparison.ts";
import type { Found } from "./schema-pair.ts";

/**
 * Compares a file with a list of files. Only forms have files as properties, and repeat the part for each file of a
 * list: one file is also a list. `undefined` for anything else.
 */
export function comparePartLists(
  a: Conjunction,
  b: Conjunction,
  comparison: Comparison,
  context: SchemaContext,
): Found[] | undefined {
  const [typeA, typeB] = [a, b].map(([schema]) => isObject(schema) && schema.type);
  // Most properties keep their type.
  if (a[0] === b[0] || (typeof typeA === "string" && typeA === typeB)) return undefined;
  // A form has no null: a part is there or not.
  const [partA, partB] = [withoutNull(a), withoutNull(b)];
  const [inA, inB] = [filesIn(partA), filesIn(partB)];
  if (isFile(partA) && inB) return context.compare(partA, inB, comparison);
  if (inA && isFile(partB)) return [reason(comparison, "type", { a: "several files", b: "one file" })];
  return undefined;
}

function withoutNull(schemas: Conjunction): Conjunction {
  const [schema] = schemas;
  const [only] = schemas.length === 1 && isObject(schema) ? nullableIn(schema) : [];
  return only === undefined ? schemas : [only];
}

function isFile([schema, ...others]: Conjunction): boolean {
  return isObject(schema) && others.length === 0 && hasRawContent(schema);
}

/** The items of a list of files that may have only one. */
function filesIn([schema, ...others]: Conjunction): Conjunction | undefined {
  if (!isObject(schema) || others.length > 0 || ![schema.type].flat().includes("array")) return undefined;
  const { items, minItems = 0 } = schema;
  return isSchema(items) && isFile([items]) && Number(minItems) <= 1 ? [items] : undefined;
}
