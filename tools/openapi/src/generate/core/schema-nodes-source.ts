import type { Api } from "../../model/api.ts";
import { schemaConstant } from "../../model/names.ts";
import { isObject, type Json } from "../../schema/json.ts";
import { keysOf } from "../../schema/pointer.ts";
import { withReadOnlyRefused } from "../../schema/read-only.ts";
import type { Schema } from "../../schema/schemas.ts";
import { valueSource } from "../source-text.ts";

/**
 * Generates the schemas, reduced to what is checked at run time. References become functions, so that schemas may
 * refer to each other.
 */
export function schemaNodesSource(api: Api): string {
  const nodes = Object.entries(api.schemas).map(
    ([name, schema]) => `export const ${schemaConstant(name)}: SchemaNode = ${nodeSource(schema)};\n`,
  );
  return `import type { SchemaNode } from "./schema-node.ts";

${nodes.join("\n")}`;
}

/** Keywords without effect on validity. */
const annotations = /^(deprecated|description|examples?|readOnly|writeOnly|readOnlyNames|x-.*)$/;

/** Writes a schema, reduced to what is checked at run time; `scope` holds the constants of those that it refers to. */
export function nodeSource(schema: Schema, scope = ""): string {
  const parts = Object.entries(withReadOnlyRefused(schema)).flatMap(([keyword, value]) =>
    annotations.test(keyword) ? [] : [keywordSource(keyword, value, scope)],
  );
  return parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`;
}

function keywordSource(keyword: string, value: Json | undefined, scope: string): string {
  const node = (one: Json | undefined) => nodeSource(one as Schema, scope);
  if (keyword === "$ref") return `$ref: () => ${scope}${schemaConstant(keysOf(String(value)).at(-1) ?? "")}`;
  if (keyword === "oneOf") {
    return `enum: ${valueSource((value as readonly Schema[]).map((one) => one.const))}`;
  }
  if (keyword === "properties") {
    const entries = Object.entries(value as object).map(
      ([name, schema]) => `  ${valueSource(name)}: ${node(schema)},\n`,
    );
    return `properties: {\n${entries.join("")}}`;
  }
  const isNode = /^(items|additionalProperties|propertyNames)$/.test(keyword) && isObject(value);
  return `${keyword}: ${isNode ? node(value) : valueSource(value)}`;
}
