import { keysOf, listOf, objectOf, type Schema, typesOf } from "@compute-host/openapi";
import { fragment } from "../anchors.ts";
import { type Content, html } from "../html.ts";

/** The sections of the named schemas, by name: a view of one direction leads to the complete schema. */
export type NamedObjects = ReadonlyMap<string, { readonly id: string; readonly title: string }>;

/** Describes the type of a value, with links to named schemas: `array of Computer`. */
export function typeLabel(schema: Schema, objects: NamedObjects): Content {
  if (typeof schema.$ref === "string") return nameLabel(schema.$ref, objects);
  for (const keyword of ["oneOf", "anyOf", "allOf"] as const) {
    const parts = listOf(schema[keyword]).map((part) => typeLabel(objectOf(part) as Schema, objects));
    if (parts.length > 0) return separated(parts, keyword === "allOf" ? " and " : " or ");
  }
  const types = typesOf(schema);
  if (types.length === 0) return typeWithoutName(schema);
  return separated(
    types.map((type) => labelOf(type, schema, objects)),
    " or ",
  );
}

function labelOf(type: string, schema: Schema, objects: NamedObjects): Content {
  if (type === "array") {
    return schema.items === undefined
      ? "array"
      : ["array of ", typeLabel(objectOf(schema.items) as Schema, objects)];
  }
  const { additionalProperties } = schema;
  if (type === "object" && typeof additionalProperties === "object" && schema.properties === undefined) {
    return ["map to ", typeLabel(objectOf(additionalProperties) as Schema, objects)];
  }
  return type;
}

function nameLabel(reference: string, objects: NamedObjects): Content {
  const keys = keysOf(reference);
  const name = keys.at(-1) ?? "";
  const section = keys.length === 3 ? objects.get(name) : undefined;
  return section === undefined ? "object" : html`<a href="${fragment(section.id)}">${section.title}</a>`;
}

function typeWithoutName(schema: Schema): string {
  if (schema.properties !== undefined) return "object";
  if (schema.items !== undefined) return "array";
  const [value] = schema.const === undefined ? listOf(schema.enum) : [schema.const];
  return value === undefined ? "any" : typeof value;
}

function separated(all: readonly Content[], separator: string): Content[] {
  const texts = new Map(all.map((part) => [html`${part}`.text, part]));
  // What says nothing of its type adds nothing to the others.
  if (separator === " and " && texts.size > 1)
    for (const silent of ["any", "object", "array", "array of any", "array of object"])
      if (texts.size > 1) texts.delete(silent);
  const parts = [...texts.values()];
  return parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part]));
}
