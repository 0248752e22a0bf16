import type { Schema } from "./api.ts";
import { mappedValues } from "./discriminators.ts";
import { isObject, type Json, listOf, objectOf } from "./json.ts";
import { pointerOf } from "./pointer.ts";
import { schemaNameOf } from "./schemas.ts";

/** Named schemas. */
type Schemas = Readonly<Record<string, Schema>>;

/**
 * Breaks cycles of schemas that apply to the same value, which could not be validated (JSON Schema, section 9.4.1). Generators for
 * Java write them: a base class lists its subclasses in `oneOf`, and each of them has the base class in `allOf`. There, the base
 * class stands for its own properties. Other cycles stay.
 *
 * @param report gets a sentence and the pointer to each place
 */
export function withoutCycles(schemas: Schemas, report: (message: string, pointer: string) => void): Schemas {
  const reached = new Map(Object.keys(schemas).map((name) => [name, reachedFrom(schemas, name)]));
  if (![...reached].some(([name, others]) => others.has(name))) return schemas;

  function withOpenBases(name: string, schema: Schema, path: readonly string[]): Schema {
    const parts = listOf(schema.allOf).map((part, index) => {
      const base = isObject(part) ? schemaNameOf(part as Schema) : undefined;
      const isCycle = base !== undefined && reached.get(base)?.has(name) === true;
      if (!isCycle || path.includes(base) || schemas[base]?.properties === undefined) return part;
      if (path.length === 1) {
        const what = "The base schema and this one contain each other";
        report(
          `${what}, so the base stands for its own properties here.`,
          pointerOf("components", "schemas", name, "allOf", index),
        );
      }
      return withOpenBases(base, baseWithoutAlternatives(name, schemas[base] as Schema), [...path, base]);
    });
    return schema.allOf === undefined ? schema : { ...schema, allOf: parts };
  }

  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const isInCycle = reached.get(name)?.has(name) === true;
      return [name, isInCycle ? withOpenBases(name, schema, [name]) : schema];
    }),
  );
}

/** A schema without its alternatives, of which the discriminator's value tells that it is the one with this name. */
function baseWithoutAlternatives(name: string, { oneOf, anyOf, discriminator, ...base }: Schema): Schema {
  const { propertyName } = objectOf(discriminator);
  const isListed = [...listOf(oneOf), ...listOf(anyOf)].some((one) => schemaNameOf(objectOf(one)) === name);
  if (typeof propertyName !== "string" || !isListed) return base;
  const properties = objectOf(base.properties);
  const property = { ...objectOf(properties[propertyName]), enum: mappedValues({ discriminator }, name) };
  return { ...base, properties: { ...properties, [propertyName]: property } };
}

/** The names of the schemas that apply to the same value as a schema. */
function reachedFrom(schemas: Schemas, start: string): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = [schemas[start]];
  for (let schema = waiting.pop(); schema !== undefined; schema = waiting.pop()) {
    for (const Ref of sameValueReferences(schema)) {
      const name = schemaNameOf({ $ref: Ref });
      if (name === undefined || found.has(name)) continue;
      found.add(name);
      waiting.push(schemas[name]);
    }
  }
  return found;
}

/** The references that a schema applies to the value that it describes itself (JSON Schema 2020-12, section 10.2). */
export function sameValueReferences(schema: Json | undefined): string[] {
  if (!isObject(schema)) return [];
  const lists = ["allOf", "anyOf", "oneOf"].flatMap((keyword) => listOf(schema[keyword]));
  const single = ["not", "if", "then", "else"].map((keyword) => schema[keyword]);
  const inner = [...lists, ...single, ...Object.values(objectOf(schema.dependentSchemas))];
  return [...(typeof schema.$ref === "string" ? [schema.$ref] : []), ...inner.flatMap(sameValueReferences)];
}
