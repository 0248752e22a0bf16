import { keysOf, objectOf, type Schema, typesOf } from "@compute-host/openapi";
import { fragment } from "../anchors.ts";
import { type Content, html } from "../html.ts";

/** The sections of the named schemas, by name: a view of one direction leads to the complete schema. */
export type NamedObjects = ReadonlyMap<string, { readonly id: string; readonly title: string }>;

/** Describes the type of a value, with links to named schemas: `array of Computer`. */
export function typeLabel(schema: Schema, objects: NamedObjects): Content {
  if (schema.$ref !== undefined) {
    const section = objects.get(keysOf(schema.$ref).at(-1) ?? "");
    return section && html`<a href="${fragment(section.id)}">${section.title}</a>`;
  }
  const types = typesOf(schema);
  // Only constants have none.
  if (types.length === 0) return "string";
  return types.flatMap((type, index) => [index > 0 && " or ", labelOf(type, schema, objects)]);
}

function labelOf(type: string, schema: Schema, objects: NamedObjects): Content {
  const { items, additionalProperties, properties } = schema;
  if (type === "array") return ["array of ", typeLabel(objectOf(items) as Schema, objects)];
  if (type === "object" && typeof additionalProperties === "object" && properties === undefined) {
    return ["map to ", typeLabel(objectOf(additionalProperties) as Schema, objects)];
  }
  return type;
}
