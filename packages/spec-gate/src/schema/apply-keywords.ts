import { arrayOf, isObject, type JsonObject, objectOf, sameJson, stringsOf } from "../json-value.ts";
import type { ArrayShape, Bound, Draft, JsonType, ObjectShape, Schema } from "./draft.ts";

/** Narrows the draft by the schema's own keywords: all but those that combine schemas. */
export function applyKeywords(draft: Draft, schema: JsonObject): Draft {
  const next = { ...draft };
  applyType(next, schema);
  applyValues(next, schema);
  applyNumber(next, schema);
  applyString(next, schema);
  applyArray(next, schema);
  applyObject(next, schema);
  if (isSchema(schema.not)) next.nots = [...next.nots, schema.not];
  return next;
}

/** Whether the value can be a schema. */
export function isSchema(value: unknown): value is Schema {
  return isObject(value) || typeof value === "boolean";
}

function applyType(draft: Draft, schema: JsonObject): void {
  const names = typeof schema.type === "string" ? [schema.type] : stringsOf(schema.type);
  if (names.length === 0) return;
  const types = names.map((name) => (name === "integer" ? "number" : name)) as JsonType[];
  draft.types = draft.types.filter((type) => types.includes(type));
  if (names.includes("integer") && !names.includes("number")) draft.isInteger = true;
}

function applyValues(draft: Draft, schema: JsonObject): void {
  const narrow = (values: unknown[]): void => {
    const before = draft.values;
    draft.values = before ? before.filter((value) => values.some((other) => sameJson(value, other))) : values;
  };
  if (Array.isArray(schema.enum)) narrow(schema.enum);
  if ("const" in schema) narrow([schema.const]);
}

function applyNumber(draft: Draft, schema: JsonObject): void {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format } = schema;
  const raise = (value: number, exclusive: boolean): void => {
    draft.lowest = tighter(draft.lowest, { value, exclusive }, 1);
  };
  const lower = (value: number, exclusive: boolean): void => {
    draft.highest = tighter(draft.highest, { value, exclusive }, -1);
  };
  if (typeof minimum === "number") raise(minimum, exclusiveMinimum === true);
  if (typeof exclusiveMinimum === "number") raise(exclusiveMinimum, true);
  if (typeof maximum === "number") lower(maximum, exclusiveMaximum === true);
  if (typeof exclusiveMaximum === "number") lower(exclusiveMaximum, true);
  if (typeof multipleOf === "number") draft.multiplesOf = [...draft.multiplesOf, multipleOf];
  const range = typeof format === "string" ? integerFormats.get(format) : undefined;
  if (range) {
    raise(range[0], false);
    lower(range[1], false);
  }
}

function tighter(a: Bound, b: Bound, sign: 1 | -1): Bound {
  if (a.value === b.value) return { value: a.value, exclusive: a.exclusive || b.exclusive };
  return a.value * sign > b.value * sign ? a : b;
}

/** Formats that say how a value is shown or stored, and forbid none. */
const harmlessFormats = new Set(["password", "int64", "double"]);

/** The integer formats of OpenAPI's registry that rule out JSON numbers. */
const integerFormats = new Map<string, readonly [number, number]>([
  ["int8", [-(2 ** 7), 2 ** 7 - 1]],
  ["int16", [-(2 ** 15), 2 ** 15 - 1]],
  ["int32", [-(2 ** 31), 2 ** 31 - 1]],
  ["uint8", [0, 2 ** 8 - 1]],
  ["uint16", [0, 2 ** 16 - 1]],
  ["uint32", [0, 2 ** 32 - 1]],
]);

function applyString(draft: Draft, schema: JsonObject): void {
  const { pattern, format, contentEncoding, contentMediaType } = schema;
  draft.length = interval(draft.length, schema.minLength, schema.maxLength);
  if (typeof pattern === "string") draft.patterns = [...draft.patterns, pattern];
  const contents: string[] = [];
  if (typeof contentEncoding === "string") contents.push(`encoding ${contentEncoding.toLowerCase()}`);
  // Any bytes are allowed where the content is an octet stream.
  if (typeof contentMediaType === "string" && contentMediaType !== "application/octet-stream")
    contents.push(`media type ${contentMediaType.toLowerCase()}`);
  if (format === "byte") contents.push("encoding base64");
  else if (typeof format === "string" && !harmlessFormats.has(format) && !integerFormats.has(format)) {
    draft.formats = [...draft.formats, format];
  }
  if (contents.length > 0) draft.contents = [...draft.contents, ...contents];
}

function interval(before: readonly [number, number], low: unknown, high: unknown): readonly [number, number] {
  const [min, max] = before;
  return [
    typeof low === "number" ? Math.max(min, low) : min,
    typeof high === "number" ? Math.min(max, high) : max,
  ];
}

function applyArray(draft: Draft, schema: JsonObject): void {
  const { items, prefixItems, additionalItems, contains } = schema;
  draft.itemCount = interval(draft.itemCount, schema.minItems, schema.maxItems);
  if (schema.uniqueItems === true) draft.hasUniqueItems = true;
  const isTuple = Array.isArray(items);
  const prefix = (isTuple ? arrayOf(items) : arrayOf(prefixItems)).filter(isSchema);
  const after = isTuple ? additionalItems : items;
  const rest = isSchema(after) ? after : undefined;
  if (prefix.length > 0 || rest !== undefined)
    draft.arrays = [...draft.arrays, { prefix, rest } satisfies ArrayShape];
  if (rest === false) draft.itemCount = interval(draft.itemCount, undefined, prefix.length);
  if (isSchema(contains)) {
    const [min, max] = interval([0, Number.POSITIVE_INFINITY], schema.minContains ?? 1, schema.maxContains);
    draft.contains = [...draft.contains, { schema: contains, min, max }];
  }
}

function applyObject(draft: Draft, schema: JsonObject): void {
  draft.propertyCount = interval(draft.propertyCount, schema.minProperties, schema.maxProperties);
  const required = stringsOf(schema.required);
  if (required.length > 0) draft.required = [...new Set([...draft.required, ...required])];
  const shape = shapeOf(schema);
  if (shape) draft.objects = [...draft.objects, shape];
  if (isSchema(schema.propertyNames)) draft.propertyNames = [...draft.propertyNames, schema.propertyNames];
  const dependencies = [
    ...Object.entries(objectOf(schema.dependentRequired)).map(
      ([key, names]) => [key, dependentNames(names)] as const,
    ),
    ...Object.entries(objectOf(schema.dependentSchemas)).filter((entry): entry is [string, Schema] =>
      isSchema(entry[1]),
    ),
  ];
  if (dependencies.length > 0) draft.dependencies = [...draft.dependencies, ...dependencies];
}

const nameSchemas = new WeakMap<object, JsonObject>();

/** `dependentRequired` as a schema, the same object for the same list. */
function dependentNames(names: unknown): JsonObject {
  if (!Array.isArray(names)) return {};
  const known = nameSchemas.get(names) ?? { required: names };
  nameSchemas.set(names, known);
  return known;
}

function shapeOf(schema: JsonObject): ObjectShape | undefined {
  const properties = new Map(
    Object.entries(objectOf(schema.properties)).filter((e): e is [string, Schema] => isSchema(e[1])),
  );
  const patterns = Object.entries(objectOf(schema.patternProperties)).filter((e): e is [string, Schema] =>
    isSchema(e[1]),
  );
  const additional = isSchema(schema.additionalProperties) ? schema.additionalProperties : undefined;
  if (properties.size === 0 && patterns.length === 0 && additional === undefined) return undefined;
  return { properties, patterns, additional };
}
