import type { Schema } from "./api.ts";
import { isObject, type Json, type JsonObject, listOf, objectOf } from "./json.ts";
import { pointerOf } from "./pointer.ts";
import { mapSubschemas, objectMembers, schemaNameOf } from "./schemas.ts";

/**
 * Lets the alternatives of a discriminator say their values, as OpenAPI means it (3.1, section 4.8.25), where their schemas do
 * not: a validator of JSON Schema knows no discriminator.
 *
 * @param report gets a sentence and the pointer to each place
 */
export function withDiscriminated(
  document: JsonObject,
  schema: Schema,
  pointer: string,
  report: (message: string, pointer: string) => void,
): Schema {
  const own = mapSubschemas(schema, (inner, at) => withDiscriminated(document, inner, pointer + at, report));
  const { propertyName } = objectOf(own.discriminator);
  if (typeof propertyName !== "string") return own;
  let isSilent = false;
  const alternatives = (keyword: string) =>
    listOf(own[keyword]).map((one) => {
      const name = isObject(one) ? schemaNameOf(one as Schema) : undefined;
      if (name === undefined || saidValues(document, one as Schema, propertyName).length > 0) return one;
      isSilent = true;
      const values = mappedValues(own, name);
      const value = values.length === 1 ? { const: values[0] } : { enum: values };
      return { allOf: [one], properties: { [propertyName]: value } } as Json;
    });
  const given = ["anyOf", "oneOf"].filter((keyword) => own[keyword] !== undefined);
  const spoken = Object.fromEntries(given.map((keyword) => [keyword, alternatives(keyword)]));
  if (!isSilent) return own;
  const what = `The alternatives do not say their values of \`${propertyName}\``;
  report(`${what}, so the discriminator says them.`, pointer + pointerOf("discriminator"));
  return { ...own, ...spoken };
}

/** The values that lead to an alternative: those in the mapping, otherwise its name. */
export function mappedValues({ discriminator }: Schema, name: string): string[] {
  const mapping = Object.entries(objectOf(objectOf(discriminator).mapping));
  const mapped = mapping.filter(
    ([, target]) => target === name || schemaNameOf({ $ref: String(target) }) === name,
  );
  return mapped.length === 0 ? [name] : mapped.map(([value]) => value);
}

/** The values that the property of a schema may have. */
export function saidValues(document: JsonObject, schema: Schema, propertyName: string): readonly Json[] {
  const property = objectOf(objectMembers(document, schema)[propertyName]);
  return property.const === undefined ? listOf(property.enum) : [property.const];
}
