import type { Api, Schema } from "../../model/api.ts";
import { isObject, type Json } from "../../model/json.ts";
import { keysOf } from "../../model/pointer.ts";
import { withReadOnlyRefused } from "../../model/read-only.ts";
import { generatedHeader } from "../generated-file.ts";
import { valueSource } from "../source-text.ts";
import { inlineBodies } from "./body-schemas.ts";
import { schemaConstants } from "./schema-constants.ts";

type Constants = ReadonlyMap<string, string>;

/**
 * Generates the schemas, reduced to what is checked at run time. References become functions, so that schemas may
 * refer to each other.
 */
export function schemaNodesSource(api: Api, command: string): string {
  const constants = schemaConstants(api);
  const named = Object.entries(api.schemas).map(([name, schema]) => ({ name, schema }));
  const inline = inlineBodies(api).map(({ name, inline: schema }) => ({ name, schema }));
  const written = [...named, ...inline].map(
    ({ name, schema }) =>
      `export const ${constants.get(name)}: SchemaNode = ${nodeSource(schema, constants)};\n`,
  );
  return `${generatedHeader(command)}
import type { SchemaNode } from "./schema-node.ts";

${written.join("\n")}`;
}

/** Keywords without effect on validity. */
const annotations = /^(deprecated|description|examples?|readOnly|writeOnly|readOnlyNames|x-.*)$/;

/** Writes a schema, reduced to what is checked at run time; `constants` names those that it may refer to. */
export function nodeSource(schema: Schema, constants: Constants): string {
  const parts = Object.entries(withReadOnlyRefused(schema)).flatMap(([keyword, value]) =>
    annotations.test(keyword) ? [] : [keywordSource(keyword, value, constants)],
  );
  return parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`;
}

function keywordSource(keyword: string, value: Json | undefined, constants: Constants): string {
  const node = (one: Json | undefined) => nodeSource(one as Schema, constants);
  if (keyword === "$ref") return `$ref: () => ${constants.get(keysOf(String(value)).at(-1) ?? "")}`;
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
