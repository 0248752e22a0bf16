import {
  type Api,
  type Json,
  keysOf,
  listOf,
  objectOf,
  resolveSchema,
  type Schema,
  textOf,
} from "@compute-host/openapi";

/** The property that tells the alternatives of a schema apart. */
export interface Discriminator {
  readonly property: string;
  /** The values, each with the schema that it means. */
  readonly values: readonly { readonly value: string; readonly schema: Schema }[];
}

/** Reads the discriminator of a schema ([OpenAPI 3.1, section 4.8.25](https://spec.openapis.org/oas/v3.1.1#discriminator-object)). */
export function findDiscriminator({ document, views }: Api, schema: Schema): Discriminator | undefined {
  const { propertyName, mapping } = objectOf(schema.discriminator);
  const property = textOf(propertyName);
  if (property === "") return undefined;
  const mapped = Object.entries(objectOf(mapping)).map(([value, target]) => {
    const text = textOf(target);
    return { value, schema: { $ref: text.includes("/") ? text : `#/components/schemas/${text}` } };
  });
  const named = mapped.map((one) => one.schema.$ref);
  const alternatives = [...listOf(schema.oneOf), ...listOf(schema.anyOf)].map(objectOf) as Schema[];
  const others = alternatives.flatMap((one) => {
    const name = one.$ref === undefined ? undefined : keysOf(one.$ref).at(-1);
    const base = views[name ?? ""]?.of ?? name;
    if (base === undefined || named.includes(`#/components/schemas/${base}`)) return [];
    return [{ value: ownValue(document, one, property) ?? base, schema: one }];
  });
  return { property, values: [...mapped, ...others] };
}

/** The only value that a schema allows for a property; without one, the name of the schema is the value. */
function ownValue(
  document: Api["document"],
  schema: Schema,
  property: string,
  depth = 0,
): string | undefined {
  const resolved = resolveSchema(document, schema);
  const own = objectOf(objectOf(resolved.properties)[property]);
  const values: readonly (Json | undefined)[] = own.const === undefined ? listOf(own.enum) : [own.const];
  if (values.length === 1) return textOf(values[0]) || undefined;
  if (depth > 6) return undefined;
  const parts = listOf(resolved.allOf).map((part) =>
    ownValue(document, objectOf(part) as Schema, property, depth + 1),
  );
  return parts.find((value) => value !== undefined);
}
