import type { Api, Operation, Schema } from "./api.ts";
import { pointerOf } from "./pointer.ts";
import { walkSchemas } from "./schemas.ts";

/** A `format` in a schema. */
export interface UsedFormat {
  readonly name: string;
  /** JSON Pointer to the keyword. */
  readonly pointer: string;
}

/** Lists the formats in all schemas of a description, in its order. */
export function usedFormatsOf(api: Api): UsedFormat[] {
  const places = [
    ...Object.entries(api.schemas).map(
      ([name, schema]): Place => [schema, pointerOf("components", "schemas", name)],
    ),
    ...[...api.operations, ...api.webhooks].flatMap(placesIn),
  ];
  const found = new Map<string, UsedFormat>();
  for (const [schema, at] of places) {
    walkSchemas(
      schema,
      ({ format }, inner) => {
        const pointer = inner + pointerOf("format");
        if (typeof format === "string") found.set(pointer, { name: format, pointer });
      },
      at,
    );
  }
  return [...found.values()];
}

type Place = readonly [schema: Schema, pointer: string];

function placesIn({ parameters, body, responses }: Operation): Place[] {
  const content = [...(body?.content ?? []), ...responses.flatMap((response) => response.content)];
  const held = [...parameters, ...responses.flatMap(({ headers }) => headers), ...content];
  return held.flatMap(({ schema, schemaPointer }): Place[] =>
    schema === undefined || schemaPointer === undefined ? [] : [[schema, schemaPointer]],
  );
}
