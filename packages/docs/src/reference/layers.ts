import { isObject, type JsonObject, listOf, resolveSchema, type Schema } from "@compute-host/openapi";

const deepest = 20;

/**
 * A schema and the parts of its `allOf`, each without `allOf`: what holds for a value is what all of them say. Keywords beside a
 * reference are a part of their own.
 *
 * @param isEnd whether a reference is not followed, because it has its own section
 */
export function schemaLayers(
  document: JsonObject,
  schema: Schema,
  isEnd: (schema: Schema) => boolean = () => false,
  depth = 0,
): Schema[] {
  const { $ref, allOf, ...own } = schema;
  const target =
    $ref === undefined || depth > deepest || isEnd(schema)
      ? []
      : schemaLayers(document, resolveSchema(document, schema), isEnd, depth + 1);
  const parts = depth > deepest ? [] : listOf(allOf).filter(isObject);
  const hasOwn = $ref === undefined || Object.keys(own).length > 0;
  return [
    ...target,
    ...(hasOwn ? [own as Schema] : []),
    ...parts.flatMap((part) => schemaLayers(document, part as Schema, isEnd, depth + 1)),
  ];
}

/** The properties of an object, each with all that its layers say of it, and whether it is required. */
export function layerMembers(
  document: JsonObject,
  schema: Schema,
): { readonly name: string; readonly schema: Schema; readonly isRequired: boolean }[] {
  const layers = schemaLayers(document, schema);
  const required = new Set(layers.flatMap((layer) => listOf(layer.required).map(String)));
  const schemas = new Map<string, Map<string, Schema>>();
  for (const { properties } of layers) {
    for (const [name, property] of Object.entries(isObject(properties) ? properties : {})) {
      const own = isObject(property) ? (property as Schema) : {};
      const all = schemas.get(name) ?? new Map<string, Schema>();
      schemas.set(name, all.set(JSON.stringify(own), own));
    }
  }
  for (const name of required) if (!schemas.has(name)) schemas.set(name, new Map([["", {}]]));
  return [...schemas].map(([name, all]) => {
    const [first = {}, ...others] = all.values();
    return {
      name,
      schema: others.length === 0 ? first : { allOf: [first, ...others] },
      isRequired: required.has(name),
    };
  });
}
