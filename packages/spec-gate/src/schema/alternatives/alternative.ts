import type { JsonObject } from "../../json-value.ts";

/** A JSON Schema: an object of keywords, or true or false. */
export type Schema = JsonObject | boolean;

/** Schemas that all apply to the same place. */
export type Conjunction = readonly Schema[];

/** The types of JSON values. */
export const types = ["null", "boolean", "number", "string", "array", "object"] as const;
export type JsonType = (typeof types)[number];

/** The JSON type of a value. */
export function typeOfValue(value: unknown): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  const type = typeof value;
  return type === "boolean" || type === "number" || type === "string" ? type : "object";
}

/** The combined `properties`, `patternProperties` and `additionalProperties` of one schema. */
export interface ObjectShape {
  readonly properties: ReadonlyMap<string, Schema>;
  readonly patterns: readonly (readonly [string, Schema])[];
  readonly additional: Schema | undefined;
}

/** The combined `prefixItems` and `items` of one schema. */
export interface ArrayShape {
  readonly prefix: readonly Schema[];
  readonly rest: Schema | undefined;
}

/** A numeric bound; an infinite value means unbounded. */
export interface Bound {
  readonly value: number;
  readonly exclusive: boolean;
}

/** How often an item of a kind occurs in an array. */
export interface Contains {
  readonly schema: Schema;
  readonly min: number;
  readonly max: number;
}

/** The member of a `oneOf` or `anyOf` that an alternative was made from. */
export interface Variant {
  readonly union: JsonObject;
  readonly member: Schema;
  /** Whether a value may fit only one member. */
  readonly isExclusive: boolean;
}

/** One alternative of a schema: keywords that all apply, with `allOf`, `anyOf`, `oneOf` and `if` resolved. */
export interface Alternative {
  /** The union members that it combines, outermost first. */
  readonly variants: readonly Variant[];
  /** The type that a schema without `type` implies by its keywords. */
  impliedType: JsonType | undefined;
  isTyped: boolean;
  types: readonly JsonType[];
  values: readonly unknown[] | undefined;
  isInteger: boolean;
  lowest: Bound;
  highest: Bound;
  multiplesOf: readonly number[];
  length: readonly [number, number];
  patterns: readonly string[];
  formats: readonly string[];
  contents: readonly string[];
  itemCount: readonly [number, number];
  hasUniqueItems: boolean;
  arrays: readonly ArrayShape[];
  contains: readonly Contains[];
  propertyCount: readonly [number, number];
  required: readonly string[];
  objects: readonly ObjectShape[];
  propertyNames: readonly Schema[];
  dependencies: readonly (readonly [string, Schema])[];
  /** The references that the gate cannot follow: what they demand is not known. */
  references: readonly string[];
  readonly nots: readonly Schema[];
  /** The sibling alternatives that `oneOf` excludes. */
  readonly exclusions: readonly Schema[];
}

const anything: Alternative = {
  variants: [],
  impliedType: undefined,
  isTyped: false,
  types: types,
  values: undefined,
  isInteger: false,
  lowest: { value: Number.NEGATIVE_INFINITY, exclusive: false },
  highest: { value: Number.POSITIVE_INFINITY, exclusive: false },
  multiplesOf: [],
  length: [0, Number.POSITIVE_INFINITY],
  patterns: [],
  formats: [],
  contents: [],
  itemCount: [0, Number.POSITIVE_INFINITY],
  hasUniqueItems: false,
  arrays: [],
  contains: [],
  propertyCount: [0, Number.POSITIVE_INFINITY],
  required: [],
  objects: [],
  propertyNames: [],
  dependencies: [],
  references: [],
  nots: [],
  exclusions: [],
};

/** Creates an alternative that allows every value. */
export function anyAlternative(): Alternative {
  return { ...anything };
}
