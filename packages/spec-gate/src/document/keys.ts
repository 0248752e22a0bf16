import { type JsonObject, objectOf } from "../json-value.ts";

/** The methods of a path. */
export const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

/** Whether the description is of OpenAPI 3.0, whose schemas differ from JSON Schema. */
export function isVersion30(root: unknown): boolean {
  return String(objectOf(root).openapi).startsWith("3.0");
}

/** Keys whose values are only for people. */
export const textKeys: ReadonlySet<string> = new Set([
  "description",
  "title",
  "summary",
  "example",
  "examples",
  "externalDocs",
  "$comment",
]);

/** Keys whose values are data, in which a `$ref` is not a reference and every part counts. */
export const dataKeys: ReadonlySet<string> = new Set(["enum", "const", "default", "x-extensible-enum"]);

/** Keys whose value is a map from names that the author chose. */
export const nameMaps = new Set([
  "properties",
  "patternProperties",
  "$defs",
  "definitions",
  "dependentSchemas",
  "paths",
  "webhooks",
  "schemas",
  "responses",
  "parameters",
  "headers",
  "requestBodies",
  "securitySchemes",
  "callbacks",
  "links",
  "pathItems",
  "content",
  "encoding",
  "variables",
  "mapping",
  "scopes",
  "dependentRequired",
  "dependencies",
  "additionalOperations",
  "x-webhooks",
]);

/** Maps and lists of what a Reference Object may stand for. */
const referenceMaps = new Set([
  "parameters",
  "responses",
  "headers",
  "requestBodies",
  "content",
  "callbacks",
  "links",
  "securitySchemes",
]);
const schemaMaps = new Set([
  "properties",
  "patternProperties",
  "$defs",
  "definitions",
  "dependentSchemas",
  "schemas",
]);

/**
 * Whether a `$ref` at this place makes a Reference Object, in which everything but the `$ref` and texts is ignored
 * (OpenAPI 3.1.0, 4.8.23). In a schema other keywords count.
 */
export function isReferenceObject(at: readonly string[]): boolean {
  const [outer = "", map = "", name] = [at.at(-3), at.at(-2), at.at(-1)];
  if (name === "requestBody") return !schemaMaps.has(map);
  return referenceMaps.has(map) && !schemaMaps.has(outer);
}

/** Whether a keyword is an extension. `x-webhooks` is not: it is how descriptions of OpenAPI 3.0 write `webhooks`. */
export function isExtension(key: string): boolean {
  return key.startsWith("x-") && key !== "x-webhooks";
}

/**
 * Whether a key of a map of names is an extension. Only `paths` and the `responses` of an operation have any;
 * elsewhere a name may begin with `x-` like any other.
 *
 * @param at the pointer to the map
 */
export function isExtensionOfMap(key: string, at: readonly string[]): boolean {
  const isExtensible = at.at(-1) === "paths" || (at.at(-1) === "responses" && at.at(-2) !== "components");
  return isExtensible && isExtension(key);
}

/** The entries of `responses` or of a callback, without the extensions. */
export function membersOf(map: JsonObject): [name: string, value: unknown][] {
  return Object.entries(map).filter(([key]) => !isExtension(key));
}
