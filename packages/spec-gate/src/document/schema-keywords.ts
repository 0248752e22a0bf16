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

/** The schema keywords that the gate reads. */
export const schemaKeywords: readonly SchemaKeyword[] = [
  ...keywords(["enum"], "a list", Array.isArray),
  ...keywords(["required"], "a list of names", areStrings),
  ...keywords(["allOf", "anyOf", "oneOf"], "a list of schemas", areSchemas, values),
  ...keywords(
    ["properties", "patternProperties", "dependentSchemas"],
    "a map of schemas",
    isSchemaMap,
    values,
  ),
  ...keywords(
    ["additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"],
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
  ...keywords(["minLength", "maxLength", "minItems", "maxItems"], "a count", isCount),
  ...keywords(["minProperties", "maxProperties"], "a count", isCount),
  ...keywords(["pattern"], "a regular expression", isPattern),
  ...keywords(["format", "$ref"], "a text", isString),
  ...keywords(["readOnly", "writeOnly", "deprecated", "uniqueItems"], "true or false", isBoolean),
  ...keywords(
    ["type"],
    `one of ${typeNames.join(", ")}`,
    (value) => isType(value) || (Array.isArray(value) && value.length > 0 && value.every(isType)),
  ),
];

const constraintKeys = new Set([
  ...schemaKeywords.map(({ key }) => key),
  "const",
  "dependentRequired",
  "dependencies",
  "minContains",
  "maxContains",
  "discriminator",
  "contentMediaType",
  "contentEncoding",
  "contentSchema",
  "$defs",
  "definitions",
]);

/** Whether no key says anything about values, as in `{ ref: Pet }` or in a part that is not a schema. */
export function isForeign(schema: JsonObject): boolean {
  const keys = Object.keys(schema).filter(
    (key) => !annotationKeys.has(key) && !key.startsWith("x-") && !key.startsWith("$"),
  );
  return keys.length > 0 && !keys.some((key) => constraintKeys.has(key));
}
