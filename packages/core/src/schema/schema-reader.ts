import type { SchemaNode } from "./schema-node.ts";

/** A JSON Schema as a description has it. */
type WrittenSchema = Readonly<Record<string, unknown>>;

/** Keywords that hold schemas. */
const holders: Readonly<Record<string, "schema" | "schemas">> = {
  items: "schema",
  additionalProperties: "schema",
  propertyNames: "schema",
  properties: "schemas",
};

/**
 * Makes a reader of schemas for {@link findSchemaIssues}: a reference becomes a function, alternative constants become an `enum`,
 * and `readOnlyNames`, the properties that a request must not have, become properties that are refused.
 *
 * @param resolve returns the schema that a reference such as `#/components/schemas/Computer` leads to
 */
export function createSchemaReader(
  resolve: (reference: string) => WrittenSchema,
): (schema: WrittenSchema) => SchemaNode {
  const known = new Map<string, SchemaNode>();
  function referred(reference: string): SchemaNode {
    const node = known.get(reference) ?? read(resolve(reference));
    known.set(reference, node);
    return node;
  }

  function read(schema: WrittenSchema): SchemaNode {
    const { $ref, oneOf, readOnlyNames = [], ...own } = schema;
    if (typeof $ref === "string") return { $ref: () => referred($ref) };
    const keywords = Object.entries(own).map(([keyword, value]) => {
      if (!isSchema(value) || !Object.hasOwn(holders, keyword)) return [keyword, value];
      return [keyword, holders[keyword] === "schema" ? read(value) : readAll(value)];
    });
    const node = Object.fromEntries(keywords) as SchemaNode;
    const refused = (readOnlyNames as readonly string[]).map((name) => [name, { refusedAsReadOnly: true }]);
    return {
      ...node,
      ...(Array.isArray(oneOf) && { enum: oneOf.map((one: WrittenSchema) => one.const) }),
      ...(refused.length > 0 && { properties: { ...node.properties, ...Object.fromEntries(refused) } }),
    };
  }

  function readAll(schemas: WrittenSchema): Readonly<Record<string, SchemaNode>> {
    return Object.fromEntries(
      Object.entries(schemas).map(([name, schema]) => [name, read(schema as WrittenSchema)]),
    );
  }
  return read;
}

function isSchema(value: unknown): value is WrittenSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
