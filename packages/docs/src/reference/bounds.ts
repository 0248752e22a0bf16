import { isObject, type Json, type Schema } from "@compute-host/openapi";

/**
 * Describes the bounds of a value: `1 to 63 characters`. It leaves out a bound that excludes nothing, such as
 * `minLength: 0`.
 */
export function describeBounds(schema: Schema): string[] {
  const { pattern, format, uniqueItems, propertyNames } = schema;
  return [
    typeof format === "string" ? `format ${format}` : "",
    countText(schema.minLength, schema.maxLength, "character"),
    countText(schema.minItems, schema.maxItems, "item"),
    countText(schema.minProperties, schema.maxProperties, "property", "properties"),
    rangeText(schema),
    uniqueItems === true ? "no item twice" : "",
    typeof pattern === "string" ? `matches ${pattern}` : "",
    ...(isObject(propertyNames) ? describeBounds(propertyNames as Schema).map((one) => `names: ${one}`) : []),
    schema.additionalProperties === false ? "no other properties" : "",
    schema.readOnly === true ? "only in responses" : "",
    schema.writeOnly === true ? "only in requests" : "",
  ].filter(Boolean);
}

function countText(least: Json | undefined, most: Json | undefined, one: string, many = `${one}s`): string {
  const min = typeof least === "number" && least > 0 ? least : undefined;
  const max = typeof most === "number" ? most : undefined;
  if (min !== undefined && max !== undefined) {
    return min === max ? `exactly ${min} ${min === 1 ? one : many}` : `${min} to ${max} ${many}`;
  }
  if (min !== undefined) return `at least ${min} ${min === 1 ? one : many}`;
  return max === undefined ? "" : `at most ${max} ${max === 1 ? one : many}`;
}

function rangeText({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Schema): string {
  if (typeof minimum === "number" && typeof maximum === "number") return `${minimum} to ${maximum}`;
  return [
    typeof minimum === "number" ? `at least ${minimum}` : "",
    typeof exclusiveMinimum === "number" ? `more than ${exclusiveMinimum}` : "",
    typeof maximum === "number" ? `at most ${maximum}` : "",
    typeof exclusiveMaximum === "number" ? `less than ${exclusiveMaximum}` : "",
  ]
    .filter(Boolean)
    .join(", ");
}
