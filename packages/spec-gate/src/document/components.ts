import { arrayOf, isObject, type JsonObject, objectOf } from "../json-value.ts";

/** A component that extends another component with `allOf`. */
export interface Subtype {
  readonly name: string;
  readonly schema: JsonObject;
}

const names = new WeakMap<object, string>();
const schemesByUri = new WeakMap<object, Map<string, JsonObject>>();
const subtypes = new WeakMap<object, Subtype[]>();

/** Records the last part of the `$ref` that led to an object, such as a component's name. */
export function setComponentName(value: object, name: string): void {
  // A file name stands for the schema in the file; a discriminator's mapping may give it with or without the
  // folder.
  names.set(value, name.split("/").at(-1) ?? name);
}

/** The name under which an object was referenced. */
export function componentName(value: object): string | undefined {
  return names.get(value);
}

/** Records a Security Scheme Object that a Security Requirement Object names by its URI. */
export function setSchemeByUri(requirement: object, uri: string, scheme: JsonObject): void {
  const known = schemesByUri.get(requirement) ?? new Map<string, JsonObject>();
  schemesByUri.set(requirement, known.set(uri, scheme));
}

/** The Security Scheme Object that the requirement names by this URI. */
export function schemeByUri(requirement: object, uri: string): JsonObject | undefined {
  return schemesByUri.get(requirement)?.get(uri);
}

/** Records the names of a document's component schemas, and which can appear in place of which. */
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

/** The components that extend a schema with `allOf` and that its discriminator distinguishes. */
export function subtypesOf(schema: object): readonly Subtype[] {
  return subtypes.get(schema) ?? [];
}

/** Whether the schema has a discriminator but no members: its subtypes reference it instead. */
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
