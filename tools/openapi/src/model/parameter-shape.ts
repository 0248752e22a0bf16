import type { Parameter, Schema } from "./api.ts";
import { isObject, type JsonObject } from "./json.ts";
import type { ParameterShape, ScalarKind } from "./parameter-values.ts";
import { resolveSchema, typesOf } from "./schemas.ts";

const separators: Readonly<Record<string, string>> = {
  simple: ",",
  form: ",",
  spaceDelimited: " ",
  pipeDelimited: "|",
};

/** Determines how a parameter's value is serialized, from its schema and style. */
export function shapeOf(
  document: JsonObject,
  { schema, style, explodes, mediaType }: Parameter,
): ParameterShape {
  if (mediaType !== undefined) return { kind: "json" };
  const resolved = resolveSchema(document, schema);
  const types = typesOf(resolved);
  if (types.includes("array")) {
    const items = isObject(resolved.items) ? scalarKind(document, resolved.items as Schema) : "string";
    const separator = explodes && style !== "simple" ? undefined : separators[style];
    return { kind: "array", items, ...(separator !== undefined && { separator }) };
  }
  if (types.includes("object")) {
    const properties = isObject(resolved.properties) ? resolved.properties : {};
    const members = Object.entries(properties).map(([name, member]) => [
      name,
      isObject(member) ? scalarKind(document, member as Schema) : "string",
    ]);
    return { kind: "object", members: Object.fromEntries(members) };
  }
  return { kind: scalarKind(document, resolved) };
}

function scalarKind(document: JsonObject, schema: Schema): ScalarKind {
  const types = typesOf(resolveSchema(document, schema));
  const kinds = ["integer", "number", "boolean"] as const;
  // A value that may be a string is read as one, because "1" and 1 look the same.
  if (types.includes("string")) return "string";
  return kinds.find((kind) => types.includes(kind)) ?? "string";
}
