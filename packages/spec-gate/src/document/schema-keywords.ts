import { isObject, type JsonObject } from "../json-value.ts";

/** The value a schema keyword requires, and the schemas inside it. */
export interface SchemaKeyword {
  readonly key: string;
  readonly wants: string;
  isRight(value: unknown): boolean;
  inner(value: unknown): unknown[];
}

const typeNames = ["null", "boolean", "number", "integer", "string", "array", "object"];
/** Whether the value can be a schema: an object, `true` or `false`. */
export const isSchema = (value: unknown): value is JsonObject | boolean =>
  isObject(value) || typeof value === "boolean";
const isCount = (value: unknown) => typeof value === "number" && Number.isInteger(value) && value >= 0;
const areStrings = (value: unknown) =>
  Array.isArray(value) && value.every((each) => typeof each === "string");
const isType = (value: unknown) => typeof value === "string" && typeNames.includes(value);
const isPattern = (value: unknown) =>
  typeof value === "string" && (compiles(value, "u") || compiles(value, ""));

function compiles(source: string, flags: string): boolean {
  try {
    new RegExp(source, flags);
    return true;
  } catch {
    return false;
  }
}

function keywords(
  keys: readonly string[],
  wants: string,
  isRight: (value: unknown) => boolean,
  inner: (value: unknown) => unknown[] = () => [],
): SchemaKeyword[] {
  return keys.map((key) => ({ key, wants, isRight, inner }));
}

const isNumber = (value: unknown) => typeof value === "number";
const isBoolean = (value: unknown) => typeof value === "boolean";
const isString = (value: unknown) => typeof value === "string";
const areSchemas = (value: unknown) => Array.isArray(value) && value.length > 0 && value.every(isSchema);
const isSchemaMap = (value: unknown) => isObject(value) && Object.values(value).every(isSchema);
const values = (value: unknown) => Object.values(value as object);
const self = (value: unknown) => [value];

/** Keys of a schema that rule out no value. */
export const annotationKeys: ReadonlySet<string> = new Set([
  "nullable",
  "title",
  "description",
  "default",
  "example",
  "examples",
  "externalDocs",
  "$comment",
  "deprecated",
  "readOnly",
  "writeOnly",
  "xml",
]);

const keywordList: readonly SchemaKeyword[] = [
  ...keywords(["enum"], "a list", Array.isArray),
  ...keywords(["required"], "a list of names", areStrings),
  ...keywords(["allOf", "anyOf", "oneOf"], "a list of schemas", areSchemas, values),
  ...keywords(
    ["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"],
    "a map of schemas",
    isSchemaMap,
    values,
  ),
  ...keywords(
    [
      "additionalProperties",
      "additionalItems",
      "not",
      "if",
      "then",
      "else",
      "contains",
      "propertyNames",
      "contentSchema",
    ],
    "a schema",
    isSchema,
    self,
  ),
  ...keywords(["unevaluatedProperties", "unevaluatedItems"], "a schema", isSchema, self),
  ...keywords(["prefixItems"], "a list of schemas", areSchemas, values),
  ...keywords(
    ["items"],
    "a schema",
    (value) => isSchema(value) || areSchemas(value),
    (value) => (Array.isArray(value) ? value : [value]),
  ),
  ...keywords(["minimum", "maximum", "multipleOf"], "a number", isNumber),
  // 3.0 has booleans and 3.1 numbers; generators write both in both, and either has only one meaning.
  ...keywords(
    ["exclusiveMinimum", "exclusiveMaximum"],
    "a number, true or false",
    (value) => isNumber(value) || isBoolean(value),
  ),
  ...keywords(
    ["minLength", "maxLength", "minItems", "maxItems", "minContains", "maxContains"],
    "a count",
    isCount,
  ),
  ...keywords(["minProperties", "maxProperties"], "a count", isCount),
  ...keywords(["pattern"], "a regular expression", isPattern),
  ...keywords(
    ["format", "$ref", "title", "description", "$comment", "contentMediaType", "contentEncoding"],
    "a text",
    isString,
  ),
  ...keywords(["readOnly", "writeOnly", "deprecated", "uniqueItems", "nullable"], "true or false", isBoolean),
  ...keywords(["discriminator", "xml", "externalDocs"], "an object", isObject),
  ...keywords(
    ["dependentRequired"],
    "a map of lists of names",
    (value) => isObject(value) && Object.values(value).every(areStrings),
  ),
  ...keywords(["dependencies"], "an object", isObject),
  ...keywords(["const", "default", "example", "examples"], "anything", () => true),
  ...keywords(
    ["type"],
    `one of ${typeNames.join(", ")}`,
    (value) => isType(value) || (Array.isArray(value) && value.length > 0 && value.every(isType)),
  ),
];

/** The keywords of schemas in all versions of OpenAPI. */
export const schemaKeywords: ReadonlyMap<string, SchemaKeyword> = new Map(
  keywordList.map((keyword) => [keyword.key, keyword]),
);

/** Keywords of JSON Schema that the linker reads, or that name a schema or its dialect. */
export const coreKeywords: ReadonlySet<string> = new Set([
  "$schema",
  "$id",
  "$anchor",
  "$vocabulary",
  "$dynamicRef",
  "$dynamicAnchor",
  "$recursiveRef",
  "$recursiveAnchor",
]);

/** Keywords that matter, and that no rule is for. */
export const unreadKeywords: ReadonlySet<string> = new Set(["contentSchema"]);

const like = new Map<string, string>();
// Too many notes are one letter from a shorter keyword, such as `note` from `not`.
const leastLength = 4;

/**
 * The keyword that is one letter from the key, or whose letters are in another case or order; empty if there is none.
 */
export function keywordLike(key: string): string {
  const known = like.get(key) ?? [...schemaKeywords.keys()].find((each) => isTypo(key, each)) ?? "";
  like.set(key, known);
  return known;
}

function isTypo(key: string, keyword: string): boolean {
  if (keyword.length < leastLength || Math.abs(key.length - keyword.length) > 1) return false;
  const [a, b] = [key.toLowerCase(), keyword.toLowerCase()];
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  return (
    restA.slice(1) === restB.slice(1) ||
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    (restA.slice(2) === restB.slice(2) && restA[0] === restB[1] && restA[1] === restB[0])
  );
}

/** Whether no key says anything about values, as in `{ ref: Pet }` or in a part that is not a schema. */
export function isForeign(schema: JsonObject): boolean {
  const keys = Object.keys(schema).filter(
    (key) => !annotationKeys.has(key) && !key.startsWith("x-") && !key.startsWith("$"),
  );
  return keys.length > 0 && !keys.some((key) => schemaKeywords.has(key));
}
