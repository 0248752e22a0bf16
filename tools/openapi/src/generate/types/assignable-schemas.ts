import { isObject, type Json, type JsonObject, listOf, objectOf } from "../../model/json.ts";

/** Keywords that say of a value what a type can say. */
const typing = [
  "$ref",
  "type",
  "properties",
  "enum",
  "const",
  "items",
  "prefixItems",
  "additionalProperties",
];
const combining = ["allOf", "anyOf", "oneOf"];

/**
 * Changes what openapi-typescript would turn into types that no value, or every value, fits: alternatives that only add
 * conditions such as `required`, and properties beside others whose names are free.
 */
export function withAssignableSchemas(node: Json | undefined): Json | undefined {
  if (Array.isArray(node)) return node.map((item: Json) => withAssignableSchemas(item) as Json);
  if (!isObject(node)) return node;
  const copy = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, withAssignableSchemas(value)]),
  );
  return withFreeNames(withoutConditions(copy));
}

function withoutConditions(schema: JsonObject): JsonObject {
  const empty = combining.filter(
    (keyword) => Array.isArray(schema[keyword]) && listOf(schema[keyword]).every((one) => !isTyping(one)),
  );
  const isAlone = empty.length === 0 || Object.keys(schema).every((keyword) => empty.includes(keyword));
  return isAlone ? schema : without(schema, empty);
}

function isTyping(schema: Json): boolean {
  const own = objectOf(schema);
  return (
    schema === false ||
    typing.some((keyword) => own[keyword] !== undefined) ||
    combining.some((keyword) => listOf(own[keyword]).some(isTyping))
  );
}

/** The values of free names may be those of the named properties, too, because one index signature covers all. */
function withFreeNames(schema: JsonObject): JsonObject {
  const { properties, patternProperties, additionalProperties } = schema;
  const named = Object.values(objectOf(properties));
  const patterns = isObject(properties) ? Object.values(objectOf(patternProperties)) : [];
  const free = [...patterns, ...(isObject(additionalProperties) ? [additionalProperties] : [])];
  const isAny = additionalProperties === true || free.some((one) => isObject(one) && !isTyping(one));
  if (named.length === 0 || free.length === 0 || isAny) return schema;
  return {
    ...without(schema, ["patternProperties"]),
    additionalProperties: { anyOf: [...free, ...named] as Json[] },
  };
}

function without(schema: JsonObject, keywords: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)));
}
