import { findSchemaIssues, maxViolations, pointerOf, type SchemaNode } from "@compute-host/core";
import { computerSchema, computerUpdateSchema } from "@compute-host/core/schema-nodes";

type Properties = Readonly<Record<string, SchemaNode>>;

/** The properties of the spec's Computer, with the bounds of an update, such as the length of a name. */
export const boundedComputerProperties: Properties = Object.fromEntries(
  Object.entries(computerSchema.properties as Properties).map(([name, schema]) => [
    name,
    { ...schema, ...computerUpdateSchema.properties?.[name] },
  ]),
);

/** The schema of an object with some of these properties and no others. */
export function fieldsSchema(names: readonly string[]): SchemaNode {
  const properties = names.map((name) => [name, boundedComputerProperties[name]]);
  return { type: "object", properties: Object.fromEntries(properties), additionalProperties: false };
}

/** One place where a value breaks its schema. */
export interface Violation {
  /** JSON Pointer into the value. */
  readonly pointer: string;
  readonly message: string;
}

/** Lists the places where a value breaks a schema, at most {@link maxViolations}. */
export function findViolations(schema: SchemaNode, value: unknown): readonly Violation[] {
  return findSchemaIssues(schema, value)
    .slice(0, maxViolations)
    .map(({ path, message }) => ({ pointer: pointerOf(path), message }));
}
