import { isSchema } from "../../document/schema-keywords.ts";
import { arrayOf, isObject, type JsonObject, objectOf, sameJson, stringsOf } from "../../json-value.ts";
import {
  type Alternative,
  type ArrayShape,
  type Bound,
  type JsonType,
  type ObjectShape,
  type Schema,
  types,
} from "./alternative.ts";
import { isMatchedByAll } from "./string-language.ts";

/** Narrows the alternative by the schema's own keywords, except those that combine schemas. */
export function applyKeywords(alternative: Alternative, schema: JsonObject): Alternative {
  const next = { ...alternative };
  applyType(next, schema);
  applyValues(next, schema);
  applyNumber(next, schema);
  applyString(next, schema);
  applyArray(next, schema);
  applyObject(next, schema);
  if (typeof schema.$ref === "string") next.references = [...next.references, schema.$ref];
  if (isSchema(schema.not)) next.nots = [...next.nots, schema.not];
  return next;
}

function applyType(alternative: Alternative, schema: JsonObject): void {
  const written = typeof schema.type === "string" ? [schema.type] : stringsOf(schema.type);
  // An unknown type name is malformed and treated as absent.
  const names = written.filter((name) => name === "integer" || types.some((type) => type === name));
  if (names.length > 0 || "enum" in schema || "const" in schema) alternative.isTyped = true;
  else alternative.impliedType ??= impliedTypeOf(schema);
  if (names.length === 0) return;
  const wanted = names.map((name) => (name === "integer" ? "number" : name)) as JsonType[];
  alternative.types = alternative.types.filter((type) => wanted.includes(type));
  if (names.includes("integer") && !names.includes("number")) alternative.isInteger = true;
}

/** Authors who omit `type` mean the type that the other keywords apply to. */
function impliedTypeOf(schema: JsonObject): JsonType | undefined {
  if (["properties", "required", "additionalProperties"].some((key) => key in schema)) return "object";
  return ["items", "prefixItems"].some((key) => key in schema) ? "array" : undefined;
}

function applyValues(alternative: Alternative, schema: JsonObject): void {
  const narrow = (values: unknown[]): void => {
    const before = alternative.values;
    alternative.values = before
      ? before.filter((value) => values.some((other) => sameJson(value, other)))
      : values;
  };
  if (Array.isArray(schema.enum)) narrow(schema.enum);
  if ("const" in schema) narrow([schema.const]);
}

function applyNumber(alternative: Alternative, schema: JsonObject): void {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format } = schema;
  const [least, most] = wideFormats.get(String(format)) ?? [];
  const raise = (value: number, exclusive: boolean): void => {
    // A parser rounds the bounds of 64 bits, so they rule out nothing that the format does not.
    if (least !== undefined && value <= least) return;
    alternative.lowest = tighter(alternative.lowest, { value, exclusive }, 1);
  };
  const lower = (value: number, exclusive: boolean): void => {
    if (most !== undefined && value >= most) return;
    alternative.highest = tighter(alternative.highest, { value, exclusive }, -1);
  };
  if (format === "uint64")
    alternative.lowest = tighter(alternative.lowest, { value: 0, exclusive: false }, 1);
  if (typeof minimum === "number") raise(minimum, exclusiveMinimum === true);
  if (typeof exclusiveMinimum === "number") raise(exclusiveMinimum, true);
  if (typeof maximum === "number") lower(maximum, exclusiveMaximum === true);
  if (typeof exclusiveMaximum === "number") lower(exclusiveMaximum, true);
  if (typeof multipleOf === "number") alternative.multiplesOf = [...alternative.multiplesOf, multipleOf];
  const range = integerFormats.get(String(format));
  if (range) {
    raise(range[0], false);
    lower(range[1], false);
  }
}

function tighter(a: Bound, b: Bound, sign: 1 | -1): Bound {
  if (a.value === b.value) return { value: a.value, exclusive: a.exclusive || b.exclusive };
  return a.value * sign > b.value * sign ? a : b;
}

/** Formats that define how a value is displayed or stored, and rule out no value. */
const harmlessFormats = new Set(["password", "int64", "uint64", "double"]);

/**
 * The range of 64 bits: at or beyond these, bounds say no more than the format, which counts as no limit. `uint64`
 * has -1 so that `exclusiveMinimum: 0` still counts.
 */
const wideFormats = new Map<string, readonly [number, number]>([
  ["int64", [-(2 ** 63), 2 ** 63]],
  ["uint64", [-1, 2 ** 64]],
]);

/** The integer formats of OpenAPI's registry that rule out JSON numbers. */
const integerFormats = new Map<string, readonly [number, number]>([
  ["int8", [-(2 ** 7), 2 ** 7 - 1]],
  ["int16", [-(2 ** 15), 2 ** 15 - 1]],
  ["int32", [-(2 ** 31), 2 ** 31 - 1]],
  ["uint8", [0, 2 ** 8 - 1]],
  ["uint16", [0, 2 ** 16 - 1]],
  ["uint32", [0, 2 ** 32 - 1]],
]);

function applyString(alternative: Alternative, schema: JsonObject): void {
  const { pattern, format, contentEncoding, contentMediaType } = schema;
  alternative.length = interval(alternative.length, schema.minLength, withoutHighest(schema.maxLength));
  if (typeof pattern === "string") alternative.patterns = [...alternative.patterns, pattern];
  const contents: string[] = [];
  if (typeof contentEncoding === "string") contents.push(`encoding ${contentEncoding.toLowerCase()}`);
  // An octet stream allows any bytes.
  const media = typeof contentMediaType === "string" ? contentMediaType.trim().toLowerCase() : "";
  if (media !== "" && media !== "application/octet-stream") contents.push(`media type ${media}`);
  if (format === "byte" || format === "base64") contents.push("encoding base64");
  else if (typeof format === "string" && !harmlessFormats.has(format) && !integerFormats.has(format)) {
    alternative.formats = [...alternative.formats, format];
  }
  if (contents.length > 0) alternative.contents = [...alternative.contents, ...contents];
}

/** Generators write the highest integer of their language for "no limit". */
function withoutHighest(max: unknown): unknown {
  return typeof max === "number" && max >= 2 ** 31 - 1 ? undefined : max;
}

function interval(before: readonly [number, number], low: unknown, high: unknown): readonly [number, number] {
  if (typeof low !== "number" && typeof high !== "number") return before;
  const [min, max] = before;
  return [
    typeof low === "number" ? Math.max(min, low) : min,
    typeof high === "number" ? Math.min(max, high) : max,
  ];
}

function applyArray(alternative: Alternative, schema: JsonObject): void {
  const { items, prefixItems, additionalItems, contains } = schema;
  alternative.itemCount = interval(alternative.itemCount, schema.minItems, withoutHighest(schema.maxItems));
  if (schema.uniqueItems === true) alternative.hasUniqueItems = true;
  const isTuple = Array.isArray(items);
  const prefix = (isTuple ? arrayOf(items) : arrayOf(prefixItems)).filter(isSchema);
  const after = isTuple ? additionalItems : items;
  const rest = isSchema(after) ? after : undefined;
  if (prefix.length > 0 || rest !== undefined)
    alternative.arrays = [...alternative.arrays, { prefix, rest } satisfies ArrayShape];
  if (rest === false) alternative.itemCount = interval(alternative.itemCount, undefined, prefix.length);
  if (isSchema(contains)) {
    const [min, max] = interval([0, Number.POSITIVE_INFINITY], schema.minContains ?? 1, schema.maxContains);
    alternative.contains = [...alternative.contains, { schema: contains, min, max }];
  }
}

function applyObject(alternative: Alternative, schema: JsonObject): void {
  alternative.propertyCount = interval(alternative.propertyCount, schema.minProperties, schema.maxProperties);
  const required = stringsOf(schema.required);
  if (required.length > 0) alternative.required = [...new Set([...alternative.required, ...required])];
  const shape = shapeOf(schema);
  if (shape) alternative.objects = [...alternative.objects, shape];
  if (isSchema(schema.propertyNames))
    alternative.propertyNames = [...alternative.propertyNames, schema.propertyNames];
  const dependencies: (readonly [string, Schema])[] = [
    ...presenceConditions(schema),
    ...Object.entries(objectOf(schema.dependentRequired)).map(
      ([key, names]) => [key, dependentNames(names)] as const,
    ),
    ...Object.entries(objectOf(schema.dependentSchemas)).filter((entry): entry is [string, Schema] =>
      isSchema(entry[1]),
    ),
  ];
  if (dependencies.length > 0) alternative.dependencies = [...alternative.dependencies, ...dependencies];
}

/** `if: { required: [a] }` with `then: { required: [b] }` says the same as `dependentRequired`. */
export function presenceConditions(schema: JsonObject): (readonly [string, Schema])[] {
  const { if: condition, then, else: otherwise } = schema;
  const [name, ...others] = requiredOnly(condition);
  const isDependency = name !== undefined && others.length === 0 && requiredOnly(then).length > 0;
  return isDependency && otherwise === undefined ? [[name, then as Schema]] : [];
}

/** The names that the schema requires, if it has no other keyword. */
function requiredOnly(schema: unknown): string[] {
  return isObject(schema) && Object.keys(schema).join() === "required" ? stringsOf(schema.required) : [];
}

const nameSchemas = new WeakMap<object, JsonObject>();

/** Converts a `dependentRequired` list to a schema; returns the same object for the same list. */
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
  const [, ofEveryName] = patterns.find(([pattern]) => isMatchedByAll(pattern)) ?? [];
  // With one, no name is left for `additionalProperties`.
  if (ofEveryName !== undefined) {
    const isAlone = properties.size === 0 && patterns.length === 1;
    return { properties, patterns: isAlone ? [] : patterns, additional: ofEveryName };
  }
  const additional = isSchema(schema.additionalProperties) ? schema.additionalProperties : undefined;
  if (properties.size === 0 && patterns.length === 0 && additional === undefined) return undefined;
  return { properties, patterns, additional };
}
