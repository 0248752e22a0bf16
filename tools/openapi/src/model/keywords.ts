import { applicatorKind } from "./schemas.ts";

/** Keywords of schemas that are checked as they stand. */
export const assertions: ReadonlySet<string> = new Set([
  "type",
  "enum",
  "const",
  "required",
  "dependentRequired",
  "minProperties",
  "maxProperties",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minContains",
  "maxContains",
  "minLength",
  "maxLength",
  "pattern",
  "format",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
]);

/** Keywords of schemas without effect on validity: texts, and hints for tools. */
export const annotations: ReadonlySet<string> = new Set([
  "$anchor",
  "$comment",
  "$defs",
  "$id",
  "$schema",
  "contentEncoding",
  "contentMediaType",
  "contentSchema",
  "default",
  "definitions",
  "deprecated",
  "description",
  "discriminator",
  "example",
  "examples",
  "externalDocs",
  "readOnly",
  "title",
  "writeOnly",
  "xml",
]);

/** Keywords of JSON Schema that nothing here checks, so that they are refused. */
const unchecked: ReadonlySet<string> = new Set(["unevaluatedItems", "$dynamicRef", "$dynamicAnchor"]);

/** Whether JSON Schema 2020-12 or OpenAPI 3.1 defines a keyword; a name with `x-` is a remark that everyone may make. */
export function isKeyword(name: string): boolean {
  return name.startsWith("x-") || knownKeywords.includes(name) || applicatorKind(name) !== undefined;
}

/** The keywords of a schema, without those that hold schemas. */
export const knownKeywords: readonly string[] = ["$ref", ...assertions, ...annotations, ...unchecked];
