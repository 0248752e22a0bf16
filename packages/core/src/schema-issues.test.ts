import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { findSchemaIssues } from "./schema-issues.ts";
import type { SchemaNode } from "./schema-node.ts";

const ajv = new Ajv2020({ strict: false, validateFormats: false });

const schemas: SchemaNode[] = [
  { type: ["string", "null"] },
  { type: ["integer", "boolean"] },
  { enum: ["a", 1, null, { b: [1] }] },
  { const: { b: [1] } },
  { const: null },
  { minLength: 2, maxLength: 3, pattern: "^a+$" },
  { minimum: 1, exclusiveMaximum: 3 },
  { exclusiveMinimum: 1, maximum: 3 },
  { items: { type: "number" }, minItems: 1, maxItems: 2, uniqueItems: true },
  { required: ["a"], properties: { a: { type: "number" } }, additionalProperties: { type: "string" } },
  { properties: { a: {} }, additionalProperties: false },
  { propertyNames: { maxLength: 1 } },
  { minProperties: 1, maxProperties: 2 },
  { $ref: () => ({ required: ["a"] }) },
];

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

/** The schema with its references replaced by what they refer to. */
function resolved(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(resolved);
  if (typeof node !== "object" || node === null) return node;
  const { $ref, ...rest } = node as SchemaNode;
  const own = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, resolved(value)]));
  return $ref ? resolved($ref()) : own;
}
