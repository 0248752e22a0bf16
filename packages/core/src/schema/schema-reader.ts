import { reducedSchema } from "@compute-host/openapi/reduced-schema";
import type { SchemaNode } from "./schema-node.ts";

/** A JSON Schema as a description has it. */
type WrittenSchema = Readonly<Record<string, unknown>>;

/**
 * Makes a reader of schemas for {@link findSchemaIssues}; a schema that several refer to is read once.
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
    return reducedSchema(schema as never, (reference) => () => referred(reference)) as SchemaNode;
  }
  return read;
}
