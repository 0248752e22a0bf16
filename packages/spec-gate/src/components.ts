import { arrayOf, isObject, type JsonObject, objectOf } from "./json-value.ts";

/** A component that takes over another one by `allOf`. */
export interface Subtype {
  readonly name: string;
  readonly schema: JsonObject;
}

const names = new WeakMap<object, string>();
const subtypes = new WeakMap<object, Subtype[]>();

/** Notes the last part of the `$ref` by which an object was reached, such as a component's name. */
export function setComponentName(value: object, name: string): void {
  // A file's name stands for the schema in it; a discriminator's mapping may name it with or without its folder.
  names.set(value, name.split("/").at(-1) ?? name);
}

/** The name by which an object was referenced. */
export function componentName(value: object): string | undefined {
  return names.get(value);
}

/** Notes the names of a document's component schemas, and which can come where another one is expected. */
export function registerComponents(root: JsonObject): void {
  for (const [name, schema] of Object.entries(objectOf(objectOf(root.components).schemas))) {
    if (!isObject(schema)) continue;
    if (!names.has(schema)) setComponentName(schema, name);
    for (const ancestor of ancestorsOf(schema)) {
      if (!isBase(ancestor)) continue;
      subtypes.set(ancestor, [...(subtypes.get(ancestor) ?? []), { name, schema }]);
    }
  }
}

/** The components that take over a schema by `allOf` and that its discriminator tells apart. */
export function subtypesOf(schema: object): readonly Subtype[] {
  return subtypes.get(schema) ?? [];
}

/** Whether the schema has a discriminator and leaves it to others to say that they belong to it. */
function isBase(schema: JsonObject): boolean {
  return "discriminator" in schema && !("oneOf" in schema) && !("anyOf" in schema);
}

function ancestorsOf(schema: JsonObject): Set<JsonObject> {
  const ancestors = new Set<JsonObject>();
  const waiting = [...arrayOf(schema.allOf)];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (!isObject(next) || ancestors.has(next)) continue;
    ancestors.add(next);
    waiting.push(...arrayOf(next.allOf));
  }
  return ancestors;
}
