import type { Schema, SpecDocument } from "./spec-document.ts";

/** Keywords that the validator at run time knows. */
const checked = new Set([
  "type",
  "properties",
  "required",
  "additionalProperties",
  "items",
  "enum",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "format",
]);
/** Keywords that say nothing about what is valid here: words, and enums that are open. */
const ignored = new Set(["description", "examples", "$defs", "x-extensible-enum"]);

/**
 * The source of `schemas.gen.ts`: the spec's schemas, reduced to what is checked. References stay references.
 *
 * @throws Error for a keyword that the validator does not know, so that none is silently ignored
 */
export function schemasSource({ schemas, resolve }: SpecDocument): string {
  const written = new Map<string, string>();
  // A schema is written after those that it refers to.
  const write = (name: string): string => {
    const constant = `${name.charAt(0).toLowerCase()}${name.slice(1)}Schema`;
    if (!written.has(name)) {
      const text = nodeSource(schemas[name] as Schema, resolve, write);
      written.set(name, `export const ${constant}: SchemaNode = ${text};\n`);
    }
    return constant;
  };
  for (const name of Object.keys(schemas)) write(name);
  return `import type { SchemaNode } from "./schema-node.ts";\n\n${[...written.values()].join("\n")}`;
}

function nodeSource(
  schema: Schema,
  resolve: SpecDocument["resolve"],
  write: (name: string) => string,
): string {
  const named = schema.$ref?.match(/^#\/components\/schemas\/(\w+)$/)?.[1];
  if (named) return write(named);
  const child = (node: Schema) => nodeSource(node, resolve, write);
  const parts = Object.entries(resolve(schema))
    .filter(
      ([keyword, value]) =>
        !ignored.has(keyword) && !(/^min(Length|Items|Properties)$/.test(keyword) && value === 0),
    )
    .map(([keyword, value]) => `${keyword}: ${keywordSource(keyword, value, child)}`);
  return `{ ${parts.join(", ")} }`;
}

function keywordSource(keyword: string, value: unknown, child: (schema: Schema) => string): string {
  if (!checked.has(keyword))
    throw new Error(`The validator does not know the keyword ${keyword}: teach it, in schema-node.ts.`);
  if (keyword === "items") return child(value as Schema);
  if (keyword !== "properties") return JSON.stringify(value);
  const properties = Object.entries(value as Record<string, Schema>);
  return `{\n${properties.map(([name, schema]) => `  ${name}: ${child(schema)},\n`).join("")}}`;
}
