import type { JsonObject } from "./json.ts";
import { mapSubschemas, orNull, type Schema } from "./schemas.ts";

/** Keywords without effect on validity. */
const annotations = /^(?:deprecated|description|examples?|externalDocs|title|x-.*)$/;

/**
 * Reduces a schema to what a validator of values checks: alternative constants become an `enum`.
 *
 * @param refer creates what replaces a reference such as `#/components/schemas/Computer`
 */
export function reducedSchema(schema: JsonObject, refer: (reference: string) => unknown): JsonObject {
  const { $ref, oneOf, ...own } = schema;
  if (typeof $ref === "string") return { $ref: refer($ref) } as JsonObject;
  const reference = orNull(schema);
  if (reference !== undefined) return { ...reducedSchema(reference, refer), orNull: true };
  const reduced = mapSubschemas(own, (inner) => reducedSchema(inner, refer) as Schema);
  const kept = Object.entries(reduced).filter(([keyword]) => !annotations.test(keyword));
  const constants = (oneOf as readonly JsonObject[] | undefined)?.map((one) => one.const);
  return Object.fromEntries(constants === undefined ? kept : [...kept, ["enum", constants]]) as JsonObject;
}
