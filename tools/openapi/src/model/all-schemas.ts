import { pointerOf } from "../schema/pointer.ts";
import { type Schema, walkSchemas } from "../schema/schemas.ts";
import { type Api, heldIn } from "./api.ts";

/** Calls `visit` for every schema of a description, once for each place, in its order. */
export function walkAllSchemas(
  { schemas, operations }: Api,
  visit: (schema: Schema, pointer: string) => void,
): void {
  const places = new Map<string, Schema>();
  for (const [name, schema] of Object.entries(schemas))
    places.set(pointerOf("components", "schemas", name), schema);
  for (const { schema, schemaPointer } of operations.flatMap(heldIn)) {
    // A body refers to a schema of `components`.
    if (!places.has(schemaPointer)) places.set(schemaPointer, schema);
  }
  for (const [pointer, schema] of places) walkSchemas(schema, visit, pointer);
}
