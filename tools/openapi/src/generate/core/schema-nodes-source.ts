import type { Api } from "../../model/api.ts";
import { schemaConstant } from "../../model/names.ts";
import type { JsonObject } from "../../schema/json.ts";
import { keysOf } from "../../schema/pointer.ts";
import { reducedSchema } from "../../schema/reduced-schema.ts";
import type { Schema } from "../../schema/schemas.ts";
import { mixedSource, Source } from "../source-text.ts";

/**
 * Generates the schemas, reduced to what is checked at run time. References become functions, so that schemas may
 * refer to each other.
 */
export function schemaNodesSource(api: Api): string {
  const nodes = Object.entries(api.schemas).map(
    ([name, schema]) =>
      `export const ${schemaConstant(name)}: SchemaNode = ${mixedSource(nodeOf(schema))};\n`,
  );
  return `import type { SchemaNode } from "./schema-node.ts";

${nodes.join("\n")}`;
}

/** Reduces a schema; `scope` holds the constants of those that it refers to. */
export function nodeOf(schema: Schema, scope = ""): JsonObject {
  return reducedSchema(schema, (reference) => {
    const [name = ""] = keysOf(reference).slice(-1);
    return new Source(`() => ${scope}${schemaConstant(name)}`);
  });
}
