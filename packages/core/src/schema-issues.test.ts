import { Ajv2020 } from "ajv/dist/2020.js";
import * as fc from "fast-check";
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

/** Few names, texts and numbers, so that values often meet a schema's limits. */
const names = fc.constantFrom("a", "b", "c");
const text = fc.constantFrom("", "a", "bb", "ab😀", "日本", "aaaa");
const number = fc.constantFrom(-1, 0, 0.5, 1, 2, 1e21);
const count = fc.nat(3);
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    ...[text, number, fc.boolean(), fc.constant(null)],
    ...[
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(names, tie("value"), { maxKeys: 3, noNullPrototype: true }),
    ],
  ),
})).value;
const types = fc.constantFrom("object", "array", "string", "number", "integer", "boolean", "null");
const options = { requiredKeys: [] };
const schema = fc.letrec((tie) => ({
  schema: fc.oneof(
    { depthSize: "small" },
    fc.record({ type: fc.oneof(types, fc.uniqueArray(types, { minLength: 1, maxLength: 2 })) }, options),
    fc.record({ enum: fc.uniqueArray(fc.oneof(text, number), { minLength: 1 }), const: json }, options),
    fc.record(
      { minLength: count, maxLength: count, pattern: fc.constantFrom("^a", "b$", "^\\p{L}*$") },
      options,
    ),
    fc.record(
      { minimum: number, maximum: number, exclusiveMinimum: number, exclusiveMaximum: number },
      options,
    ),
    fc.record({ items: tie("schema"), minItems: count, maxItems: count, uniqueItems: fc.boolean() }, options),
    fc.record(
      {
        ...{
          properties: fc.dictionary(names, tie("schema"), { noNullPrototype: true }),
          required: fc.uniqueArray(names),
        },
        additionalProperties: fc.oneof(fc.boolean(), tie("schema")),
        propertyNames: fc.record({ pattern: fc.constantFrom("^a", "[ab]") }),
        ...{ minProperties: count, maxProperties: count },
      },
      options,
    ),
  ),
})).schema as fc.Arbitrary<SchemaNode>;

test("it judges random values by random schemas as Ajv does", async () => {
  await fc.assert(
    fc.property(schema, fc.array(json, { minLength: 5, maxLength: 5 }), (one, all) => {
      const validate = ajv.compile(one as object);
      for (const value of all) expect(findSchemaIssues(one, value).length === 0).toBe(validate(value));
    }),
    { numRuns: 1_000 },
  );
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
