import { type JsonObject, objectOf } from "./json.ts";

/** A keyword of the schemas of requests: the names of the `readOnly` properties that they lack. */
export const readOnlyNames = "readOnlyNames";

/** A keyword for validators: no value fits. */
export const refusedAsReadOnly = "refusedAsReadOnly";

/**
 * Returns a schema for a validator, which refuses the `readOnly` properties that a schema of requests lacks: an open object would
 * accept them as unknown ones. Other schemas are returned unchanged.
 */
export function withReadOnlyRefused(schema: JsonObject): JsonObject {
  const { [readOnlyNames]: names, properties, ...rest } = schema;
  if (!Array.isArray(names)) return schema;
  const refused = names.map((name) => [name, { [refusedAsReadOnly]: true }]);
  return { ...rest, properties: { ...objectOf(properties), ...Object.fromEntries(refused) } };
}
