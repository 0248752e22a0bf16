import type { Schema } from "./api.ts";
import { isObject, type Json, type JsonObject } from "./json.ts";
import type { Scalar, ScalarKind } from "./parameter-values.ts";
import { resolveSchema, typesOf } from "./schemas.ts";

const scalars = ["integer", "number", "boolean", "string"] as const;

/**
 * Lists a schema and the schemas that apply to the same value, through `$ref` and these keywords.
 *
 * @param keywords default: `allOf`, `anyOf` and `oneOf`
 */
export function partsOf(
  document: JsonObject,
  schema: Schema,
  keywords: readonly string[] = ["allOf", "anyOf", "oneOf"],
): Schema[] {
  const parts = new Set<Schema>();
  const visit = (one: Json | undefined) => {
    if (!isObject(one) || parts.has(one as Schema)) return;
    parts.add(one as Schema);
    if (typeof one.$ref === "string") visit(resolveSchema(document, one as Schema));
    for (const keyword of keywords) {
      const list = one[keyword];
      if (Array.isArray(list)) for (const item of list) visit(item as Json);
    }
  };
  visit(schema);
  return [...parts];
}

/**
 * Determines the JSON types that a schema allows; empty if it allows any. A schema without `type` that describes members is an
 * object, one that describes items an array.
 */
export function valueTypes(
  document: JsonObject,
  schema: Schema,
  seen: readonly Schema[] = [],
): ReadonlySet<string> {
  if (seen.includes(schema)) return new Set();
  const inner = (one: Json | undefined) =>
    isObject(one) ? valueTypes(document, one as Schema, [...seen, schema]) : new Set<string>();
  const schemasIn = (keyword: string) => (Array.isArray(schema[keyword]) ? (schema[keyword] as Json[]) : []);
  const required = [
    ownTypes(schema),
    ...(typeof schema.$ref === "string" ? [inner(resolveSchema(document, schema))] : []),
    ...schemasIn("allOf").map(inner),
    ...["anyOf", "oneOf"].map((keyword) => {
      const alternatives = schemasIn(keyword).map(inner);
      return alternatives.some(({ size }) => size === 0) ? new Set<string>() : union(alternatives);
    }),
  ];
  return required.reduce(intersection);
}

/** The types that both allow; an integer is a number. */
function intersection(some: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> {
  if (some.size === 0 || others.size === 0) return some.size === 0 ? others : some;
  const isIn = (type: string, set: ReadonlySet<string>) =>
    set.has(type) || (type === "integer" && set.has("number"));
  return new Set([...some, ...others].filter((type) => isIn(type, some) && isIn(type, others)));
}

function union(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  return new Set(sets.flatMap((set) => [...set]));
}

function ownTypes(schema: Schema): ReadonlySet<string> {
  const types = typesOf(schema);
  if (types.length > 0) return new Set(types);
  const values = schema.const === undefined ? schema.enum : [schema.const];
  if (Array.isArray(values)) return new Set(values.map(typeOfValue));
  if (isObject(schema.properties) || schema.additionalProperties !== undefined) return new Set(["object"]);
  return new Set(schema.items === undefined ? [] : ["array"]);
}

function typeOfValue(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}

/** Determines how the text of a scalar is read; `undefined` if a schema allows an array or an object. */
export function scalarType(document: JsonObject, schemas: readonly Schema[]): Scalar | undefined {
  const sets = schemas.map((schema) => valueTypes(document, schema));
  const types = sets.some(({ size }) => size === 0) ? new Set(["string"]) : union(sets);
  if (types.has("array") || types.has("object")) return undefined;
  const allowed = scalars.filter((type) => types.has(type));
  const isOpen = schemas.flatMap((schema) => partsOf(document, schema)).some(isOpenText);
  // Where any text is valid, it is read as one, because "1" and 1 look the same.
  const kinds: readonly ScalarKind[] = allowed.includes("string") && isOpen ? ["string"] : allowed;
  const [only = "string", ...others] = kinds;
  if (types.has("null")) return ["null", ...kinds];
  return others.length === 0 ? only : kinds;
}

/** Whether a schema allows any string, rather than those of a list, a pattern or a format. */
function isOpenText(schema: Schema): boolean {
  const limits = ["enum", "const", "pattern", "format"];
  return typesOf(schema).includes("string") && limits.every((keyword) => schema[keyword] === undefined);
}
