import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { findSchemaIssues } from "./schema-issues.ts";
import type { SchemaNode } from "./schema-node.ts";

const ajv = new Ajv2020({ strict: false, validateFormats: false, multipleOfPrecision: 9 });

// biome-ignore-start lint/suspicious/noThenProperty: `then` is a keyword of JSON Schema
const schemas: SchemaNode[] = [
  { type: ["string", "null"] },
  { type: ["integer", "boolean"] },
  { enum: ["a", 1, null, { b: [1] }] },
  { const: { b: [1] } },
  { const: null },
  { minLength: 2, maxLength: 3, pattern: "^a+$" },
  { minimum: 1, exclusiveMaximum: 3, multipleOf: 0.5 },
  { multipleOf: 0.1 },
  { exclusiveMinimum: 1, maximum: 3 },
  { items: { type: "number" }, minItems: 1, maxItems: 2, uniqueItems: true },
  { prefixItems: [{ type: "number" }, { type: "string" }], items: false },
  { contains: { type: "number" }, minContains: 2, maxContains: 3 },
  { contains: { const: 1 } },
  { minContains: 0, contains: { const: 1 } },
  { required: ["a"], properties: { a: { type: "number" } }, additionalProperties: { type: "string" } },
  { patternProperties: { "^b": { type: "number" } }, additionalProperties: false },
  { propertyNames: { maxLength: 1 } },
  { minProperties: 1, maxProperties: 2 },
  { dependentRequired: { a: ["b"] } },
  { dependentSchemas: { a: { required: ["b"] } } },
  { allOf: [{ required: ["a"] }, { properties: { a: { type: "number" } } }] },
  { anyOf: [{ type: "string" }, { required: ["a"] }] },
  { oneOf: [{ type: "number" }, { minimum: 2 }] },
  { not: { type: "string" } },
  { if: { required: ["a"] }, then: { required: ["b"] }, else: { maxProperties: 1 } },
  { if: { type: "string" }, then: false },
  { properties: { a: true as never }, unevaluatedProperties: false },
  {
    allOf: [{ properties: { a: {} } }],
    anyOf: [{ properties: { b: { type: "number" } }, required: ["b"] }, {}],
    unevaluatedProperties: false,
  },
  { $ref: () => ({ properties: { a: {} } }), unevaluatedProperties: { type: "number" } },
];
// biome-ignore-end lint/suspicious/noThenProperty: see above

const values: unknown[] = [
  null,
  true,
  0,
  0.3,
  0.35,
  1,
  1.5,
  2,
  3,
  "",
  "a",
  "aa",
  "aaaa",
  "😀",
  [],
  [1],
  [1, 1],
  [1, "a"],
  [1, "a", 2],
  ["a", 1],
  [1, 2, 3, 4],
  [
    { a: 1, b: 2 },
    { b: 2, a: 1 },
  ],
  {},
  { a: 1 },
  { a: "x" },
  { a: 1, b: 2 },
  { a: 1, b: "x" },
  { b: [1] },
  { b: 1 },
  { c: 1 },
  { bb: 1, aa: 2 },
  { a: 1, b: 1, c: 1 },
];

describe("the validator judges as JSON Schema 2020-12", () => {
  test.each(schemas)("%j", (schema) => {
    const validate = ajv.compile(resolved(schema) as object);
    for (const value of values) {
      const issues = findSchemaIssues(schema, value);
      expect([JSON.stringify(value), issues.length === 0]).toEqual([JSON.stringify(value), validate(value)]);
    }
  });
});

test("a schema may refer to itself", () => {
  const tree: SchemaNode = {
    properties: { children: { items: { $ref: () => tree } }, size: { type: "number" } },
  };
  expect(findSchemaIssues(tree, { children: [{ children: [{ size: "x" }] }] })).toEqual([
    { path: ["children", 0, "children", 0, "size"], message: "must be a number" },
  ]);
});

test("each alternative of a nested value is validated once, whatever its depth", () => {
  let count = 0;
  const leaf: SchemaNode = { type: "string" };
  const node: SchemaNode = {
    anyOf: [leaf, { type: "object", oneOf: [leaf, { properties: { next: { $ref: () => next() } } }] }],
  };
  const next = () => {
    count += 1;
    return node;
  };
  const depth = 30;
  const value = Array.from({ length: depth }).reduce<unknown>((inner) => ({ next: inner, a: 1, b: 2 }), 1);
  expect(findSchemaIssues(node, value)).not.toEqual([]);
  expect(count).toBe(depth);
});

/** The schema with its references replaced by what they refer to. */
function resolved(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(resolved);
  if (typeof node !== "object" || node === null) return node;
  const { $ref, ...rest } = node as SchemaNode;
  const own = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, resolved(value)]));
  return $ref ? { ...own, allOf: [...((own.allOf as unknown[]) ?? []), resolved($ref())] } : own;
}
