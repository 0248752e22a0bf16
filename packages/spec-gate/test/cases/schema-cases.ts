import type { Impact } from "../../src/compare/rule.ts";
import type { JsonObject } from "../../src/json-value.ts";
import { type Case, object } from "../api.ts";
import { when } from "../conditional-schema.ts";
import { listedValueCases } from "./listed-value-cases.ts";
import { longTextCases } from "./long-text-cases.ts";
import { patternNameCases } from "./pattern-name-cases.ts";

const string = { type: "string" };
const integer = { type: "integer" };
const text = (more: JsonObject): JsonObject => ({ ...string, ...more });
const list = (more: JsonObject): JsonObject => ({ type: "array", ...more });

/** `a` is the narrower schema: every value that fits it fits `b`, but not vice versa. */
const narrower: readonly (readonly [string, unknown, unknown])[] = [
  ...longTextCases,
  ["float and double", { type: "number", format: "float" }, { type: "number", format: "double" }],
  ["uint32 and uint64", { ...integer, format: "uint32" }, { ...integer, format: "uint64" }],
  ["uint64 and int64", { ...integer, format: "uint64" }, { ...integer, format: "int64" }],
  ["int64 with a bound", { ...integer, format: "int64", maximum: 9e15 }, { ...integer, format: "int64" }],
  ["a format of one's own and none", { ...string, format: "decimal" }, string],
  ["int8 and uint16", { type: "integer", format: "uint8" }, { type: "integer", format: "uint16" }],
  [
    "a condition that requires more",
    object({ a: string, b: string, c: string }, when({ required: ["a"] }, { required: ["b", "c"] })),
    object({ a: string, b: string, c: string }, when({ required: ["a"] }, { required: ["b"] })),
  ],
  [
    "variants distinguished by what they require, one of them narrower",
    {
      oneOf: [
        object({ a: text({ maxLength: 3 }) }, { required: ["a"] }),
        object({ b: string }, { required: ["b"] }),
      ],
    },
    { oneOf: [object({ a: string }, { required: ["a"] }), object({ b: string }, { required: ["b"] })] },
  ],
  ["an enum and a pattern that it matches", text({ enum: ["ab", "cd"] }), text({ pattern: "^[a-z]+$" })],
  ["a type and one of two types", string, { type: ["string", "null"] }],
  ["integer and number", integer, { type: "number" }],
  ["a type and any type", string, {}],
  ["fewer enum values", text({ enum: ["a"] }), text({ enum: ["a", "b"] })],
  ["an enum and its type", text({ enum: ["a"] }), string],
  ["const and its type", { const: "a" }, string],
  ["const and an enum with it", { const: "a" }, { enum: ["a", "b"] }],
  ["an enum and null in it", { enum: ["a"] }, { enum: ["a", null] }],
  ["a higher minimum", { type: "number", minimum: 2 }, { type: "number", minimum: 1 }],
  ["a minimum and none", { type: "number", minimum: 2 }, { type: "number" }],
  ["a lower maximum", { type: "number", maximum: 2 }, { type: "number", maximum: 3 }],
  ["an exclusive minimum", { type: "number", exclusiveMinimum: 1 }, { type: "number", minimum: 1 }],
  ["an exclusive maximum", { type: "number", exclusiveMaximum: 1 }, { type: "number", maximum: 1 }],
  ["a coarser multiple", { type: "integer", multipleOf: 10 }, { type: "integer", multipleOf: 5 }],
  ["int32 and int64", { type: "integer", format: "int32" }, { type: "integer", format: "int64" }],
  ["a higher minLength", text({ minLength: 2 }), text({ minLength: 1 })],
  ["a lower maxLength", text({ maxLength: 2 }), text({ maxLength: 3 })],
  ["a pattern and none", text({ pattern: "^a" }), string],
  ["a narrower pattern", text({ pattern: "^[a-f]+$" }), text({ pattern: "^[a-z]+$" })],
  [
    "a pattern with a length inside the bound",
    text({ pattern: "^[a-z]{2,5}$" }),
    text({ minLength: 1, maxLength: 9 }),
  ],
  ["a format and none", text({ format: "uuid" }), string],
  [
    "a format and a length and pattern that follow from it",
    text({ format: "date" }),
    text({ maxLength: 10, pattern: "^[0-9-]+$" }),
  ],
  ["email and idn-email", text({ format: "email" }), text({ format: "idn-email" })],
  ["a content encoding and none", text({ contentEncoding: "base64" }), string],
  ["higher minItems", list({ items: string, minItems: 1 }), list({ items: string })],
  ["lower maxItems", list({ items: string, maxItems: 1 }), list({ items: string, maxItems: 2 })],
  ["unique items", list({ items: string, uniqueItems: true }), list({ items: string })],
  ["narrower items", list({ items: integer }), list({ items: { type: "number" } })],
  ["items and any items", list({ items: string }), { type: "array" }],
  ["items of items", list({ items: list({ items: integer }) }), list({ items: list({ items: {} }) })],
  ...listedValueCases,
  ["contains and none", list({ contains: string }), { type: "array" }],
  ["a narrower prefix", list({ prefixItems: [integer] }), list({ prefixItems: [{ type: "number" }] })],
  ["a closed tuple", list({ prefixItems: [integer], items: false }), list({ prefixItems: [integer] })],
  ["a required property", object({ a: string }, { required: ["a"] }), object({ a: string })],
  ["a narrower property", object({ a: integer }), object({ a: { type: ["integer", "string"] } })],
  [
    "a narrower property deep inside",
    object({ a: object({ b: list({ items: object({ c: text({ maxLength: 1 }) }) }) }) }),
    object({ a: object({ b: list({ items: object({ c: string }) }) }) }),
  ],
  ["a closed object", object({ a: string }, { additionalProperties: false }), object({ a: string })],
  [
    "unevaluated properties ruled out",
    { allOf: [object({ a: string })], unevaluatedProperties: false },
    { allOf: [object({ a: string })] },
  ],
  [
    "narrower values of a map",
    { type: "object", additionalProperties: integer },
    { type: "object", additionalProperties: { type: "number" } },
  ],
  [
    "narrower values of a pattern",
    { type: "object", patternProperties: { "^x": integer } },
    { type: "object", patternProperties: { "^x": { type: "number" } } },
  ],
  ...patternNameCases,
  ["minProperties", { type: "object", minProperties: 1 }, { type: "object" }],
  ["maxProperties", { type: "object", maxProperties: 3 }, { type: "object" }],
  [
    "property names with a pattern",
    { type: "object", additionalProperties: string, propertyNames: { pattern: "^a" } },
    { type: "object", additionalProperties: string },
  ],
  [
    "dependentRequired",
    object({ a: string, b: string }, { dependentRequired: { a: ["b"] } }),
    object({ a: string, b: string }),
  ],
  [
    "dependentSchemas",
    object({ a: string, b: string }, { dependentSchemas: { a: { required: ["b"] } } }),
    object({ a: string, b: string }),
  ],
  [
    "if, else",
    object(
      { a: string, b: string },
      { if: { properties: { a: { const: "y" } } }, else: { required: ["b"] } },
    ),
    object({ a: string, b: string }),
  ],
  ["not", text({ not: { const: "a" } }), string],
  ["a wider not", text({ not: { enum: ["a", "b"] } }), text({ not: { enum: ["a"] } })],
  ["one of two alternatives", { anyOf: [string] }, { anyOf: [string, integer] }],
  ["one of two variants", { oneOf: [variant("cat")] }, { oneOf: [variant("cat"), variant("dog")] }],
  [
    "a narrower variant",
    { oneOf: [variant("cat", text({ maxLength: 3 })), variant("dog")] },
    { oneOf: [variant("cat"), variant("dog")] },
  ],
  ["one more part of allOf", { allOf: [string, { minLength: 3 }] }, { allOf: [string] }],
  ["no value and some", list({ items: false }), list({ items: string })],
  [
    "true and false inside a map",
    { type: "object", additionalProperties: false },
    { type: "object", additionalProperties: string },
  ],
];

/** Two ways to write the same schema. */
const same: readonly (readonly [string, unknown, unknown, JsonObject?])[] = [
  ["a pattern of a few texts as an enum", text({ pattern: "^(a|b)$" }), text({ enum: ["a", "b"] })],
  [
    "a few integers as an enum",
    { type: "integer", minimum: 1, maximum: 2 },
    { type: "integer", enum: [1, 2] },
  ],
  ["binary", text({ format: "binary" }), { contentMediaType: "application/octet-stream" }],
  [
    "alternatives inside alternatives",
    { anyOf: [string, { anyOf: [integer, { type: "boolean" }] }] },
    { type: ["string", "integer", "boolean"] },
  ],
  ["allOf of one", string, { allOf: [string] }],
  ["a reference", string, { $ref: "#/components/schemas/Text" }, { Text: string }],
  ["a reference to an anchor", string, { $ref: "#text" }, { Text: { ...string, $anchor: "text" } }],
  ["a reference to an $id", string, { $ref: "text.json" }, { Text: { ...string, $id: "text.json" } }],
  [
    "a reference in allOf",
    { $ref: "#/components/schemas/Text" },
    { allOf: [{ $ref: "#/components/schemas/Text" }] },
    { Text: string },
  ],
  [
    "a renamed component",
    { $ref: "#/components/schemas/A" },
    { $ref: "#/components/schemas/B" },
    { A: object({ a: string }), B: object({ a: string }) },
  ],
  [
    "an enum as oneOf of consts",
    text({ enum: ["a", "b"] }),
    { oneOf: [{ const: "a", title: "A" }, { const: "b" }] },
  ],
  ["an enum as anyOf of enums", { enum: ["a", "b", "c"] }, { anyOf: [{ enum: ["c", "a"] }, { const: "b" }] }],
  ["an enum of one as const", { enum: ["a"] }, { const: "a" }],
  ["enum values in another order", { enum: ["a", "b"] }, { enum: ["b", "a"] }],
  ["null by type and by oneOf", { type: ["string", "null"] }, { oneOf: [string, { type: "null" }] }],
  ["a type array of one", string, { type: ["string"] }],
  ["number with integer", { type: ["number", "integer"] }, { type: "number" }],
  ["integer by multipleOf", { type: "integer" }, { type: "integer", multipleOf: 1 }],
  [
    "an exclusive bound of integers",
    { type: "integer", exclusiveMinimum: 0 },
    { type: "integer", minimum: 1 },
  ],
  ["boolean as enum", { type: "boolean" }, { enum: [true, false] }],
  ["minLength 0", string, text({ minLength: 0 })],
  ["an equivalent pattern", text({ pattern: "^[0-9]+$" }), text({ pattern: "^\\d+$" })],
  ["lengths as a pattern", text({ minLength: 1, maxLength: 4 }), text({ pattern: "^[\\s\\S]{1,4}$" })],
  ["properties in another order", object({ a: string, b: integer }), object({ b: integer, a: string })],
  [
    "required in another order",
    object({ a: string, b: string }, { required: ["a", "b"] }),
    object({ a: string, b: string }, { required: ["b", "a"] }),
  ],
  [
    "parts in allOf",
    object({ a: string, b: integer }, { required: ["a"] }),
    { allOf: [object({ a: string }, { required: ["a"] }), object({ b: integer })] },
  ],
  [
    "an object closed by either keyword",
    object({ a: string }, { additionalProperties: false }),
    object({ a: string }, { unevaluatedProperties: false }),
  ],
  [
    "dependentRequired as dependentSchemas",
    object({ a: string, b: string }, { dependentRequired: { a: ["b"] } }),
    object({ a: string, b: string }, { dependentSchemas: { a: { required: ["b"] } } }),
  ],
  [
    "dependentRequired as a condition",
    object({ a: string, b: string }, { dependentRequired: { a: ["b"] } }),
    object({ a: string, b: string }, when({ required: ["a"] }, { required: ["b"] })),
  ],
  [
    "what a required property requires",
    object({ a: string, b: string }, { required: ["a"], dependentRequired: { a: ["b"] } }),
    object({ a: string, b: string }, { required: ["a", "b"] }),
  ],
  ["a schema and true", {}, true],
  [
    "texts",
    string,
    text({ title: "T", description: "D", examples: ["x"], deprecated: false, $comment: "c" }),
  ],
  ["if alone", object({ a: string }), object({ a: string }, { if: { required: ["a"] } })],
  [
    "variants merged into one",
    { oneOf: [variant("cat"), variant("dog")] },
    object({ kind: { enum: ["cat", "dog"] }, name: string }, { required: ["kind"] }),
  ],
  ["double", { type: "number" }, { type: "number", format: "double" }],
  [
    "a format with a pattern that every text of it matches",
    text({ format: "date-time" }),
    text({ format: "date-time", pattern: "^\\d{4}-\\d\\d-\\d\\d[tT]", minLength: 20 }),
  ],
  [
    "uuid as its pattern",
    text({ format: "uuid" }),
    text({ pattern: "^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$" }),
  ],
  ["the bound of uint64", { format: "uint64" }, { format: "uint64", maximum: 2 ** 64 }],
  ["the bound of int64", { format: "int64" }, { format: "int64", minimum: -(2 ** 63) }],
  ["a format of numbers of one's own", { type: "number" }, { type: "number", format: "bigdecimal" }],
  ["exclusive as in 3.0", { minimum: 1, exclusiveMinimum: true }, { exclusiveMinimum: 1 }],
  ["byte", { ...string, format: "byte" }, { ...string, contentEncoding: "base64" }],
  ["base64", { ...string, format: "base64" }, { ...string, contentEncoding: "base64" }],
  ["password", string, text({ format: "password" })],
  ["additionalProperties true", object({ a: string }), object({ a: string }, { additionalProperties: true })],
  [
    "oneOf and anyOf of mutually exclusive variants",
    { oneOf: [variant("cat"), variant("dog")] },
    { anyOf: [variant("dog"), variant("cat")] },
  ],
];

function variant(kind: string, name: unknown = string): JsonObject {
  return object({ kind: { const: kind }, name }, { required: ["kind"] });
}

function both(
  name: string,
  a: unknown,
  b: unknown,
  there: Impact,
  back: Impact,
  schemas: JsonObject = {},
): Case[] {
  const sides = [a, b].map((schema) => object({ inside: schema }));
  const [first, second] = sides;
  return [
    {
      name: `request: ${name}`,
      a: { request: first, schemas },
      b: { request: second, schemas },
      there,
      back,
    },
    {
      name: `response: ${name}`,
      a: { response: first, schemas },
      b: { response: second, schemas },
      there: back,
      back: there,
    },
  ];
}

/** Loosened and tightened schemas: a request may only be loosened, a response may only be tightened. */
export const narrowingCases = narrower.flatMap(([name, a, b]) => both(name, a, b, "minor", "major"));

/** Schemas that are rewritten with the same meaning. */
export const rewritingCases = same.flatMap(([name, a, b, schemas]) =>
  both(name, a, b, "patch", "patch", schemas),
);
