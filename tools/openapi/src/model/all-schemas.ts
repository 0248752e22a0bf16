import { pointerOf } from "../schema/pointer.ts";
import { type Schema, walkSchemas } from "../schema/schemas.ts";
import type { Api, Operation } from "./api.ts";

/** Calls `visit` for every schema of a description, once for each place, in its order. */
export function walkAllSchemas(api: Api, visit: (schema: Schema, pointer: string) => void): void {
  const seen = new Set<string>();
  const places = [
    ...Object.entries(api.schemas).map(
      ([name, schema]): Place => [schema, pointerOf("components", "schemas", name)],
    ),
    ...api.operations.flatMap(placesIn),
  ];
  for (const [schema, at] of places) {
    walkSchemas(
      schema,
      (inner, pointer) => {
        if (!seen.has(pointer)) visit(inner, pointer);
        seen.add(pointer);
      },
      at,
    );
  }
}

type Place = readonly [schema: Schema, pointer: string];

function placesIn({ parameters, body, responses }: Operation): Place[] {
  const content = [...(body?.content ?? []), ...responses.flatMap((response) => response.content)];
  const held = [...parameters, ...responses.flatMap(({ headers }) => headers), ...content];
  return held.map(({ schema, schemaPointer }): Place => [schema, schemaPointer]);
}
