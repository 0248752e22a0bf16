import { Ajv2020 } from "ajv/dist/2020.js";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { findSchemaIssues } from "./schema-issues.ts";
import type { SchemaNode } from "./schema-node.ts";

const ajv = new Ajv2020({ strict: false, validateFormats: false });

/** Few names, texts and numbers, so that values often reach a schema's limits. */
const names = fc.constantFrom("a", "b", "c");
const text = fc.constantFrom("", "a", "bb", "ab😀", "日本", "aaaa");
const number = fc.constantFrom(-1, 0, 0.5, 1, 2, 1e21);
const count = fc.nat(3);
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    text,
    number,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(names, tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;
const types = fc.constantFrom("object", "array", "string", "number", "integer", "boolean", "null");
const options = { requiredKeys: [] };
const schema = fc.letrec((tie) => ({
  schema: fc.oneof(
    { depthSize: "small" },
    fc.record({ type: fc.oneof(types, fc.uniqueArray(types, { minLength: 1, maxLength: 2 })) }, options),
    fc.record({ enum: fc.uniqueArray(fc.oneof(text, number), { minLength: 1 }), const: json }, options),
    fc.record({ enum: fc.tuple(json) }),
    fc.record(
      { minLength: count, maxLength: count, pattern: fc.constantFrom("^a", "b$", "^\\p{L}*$") },
      options,
    ),
    fc.record({ minimum: number, maximum: number }, options),
    fc.record({ items: tie("schema"), minItems: count, maxItems: count }, options),
    fc.record(
      {
        properties: fc.dictionary(names, tie("schema"), { noNullPrototype: true }),
        required: fc.uniqueArray(names),
        additionalProperties: fc.oneof(fc.boolean(), tie("schema")),
      },
      options,
    ),
  ),
})).schema as fc.Arbitrary<SchemaNode>;

test("agrees with Ajv on random values and random schemas", async () => {
  await fc.assert(
    fc.property(schema, fc.array(json, { minLength: 5, maxLength: 5 }), (one, all) => {
      const validate = ajv.compile(one as object);
      for (const value of all) expect(findSchemaIssues(one, value).length === 0).toBe(validate(value));
    }),
    { numRuns: 1_000 },
  );
});

test("a schema may refer to itself", () => {
  const volume: SchemaNode = {
    properties: { parts: { items: { $ref: () => volume } }, id: { type: "string" } },
  };
  expect(findSchemaIssues(volume, { parts: [{ parts: [{ id: null }] }] })).toEqual([
    { path: ["parts", 0, "parts", 0, "id"], message: "must be a string" },
  ]);
});

test("a reference may allow null as well", () => {
  const id: SchemaNode = { type: "string" };
  const volume: SchemaNode = { properties: { id: { $ref: () => id, orNull: true } } };
  expect(findSchemaIssues(volume, { id: null })).toEqual([]);
  expect(findSchemaIssues(volume, { id: 1 })).toEqual([{ path: ["id"], message: "must be a string" }]);
});

test.each<[SchemaNode, unknown, string]>([
  [{ type: "integer" }, "1", "must be an integer"],
  [{ type: "array" }, {}, "must be an array"],
  [{ type: ["string", "null"] }, 1, "must be a string or null"],
  [{ const: { a: [1] } }, {}, 'must be {"a":[1]}'],
  [{ enum: ["a", 1] }, "b", 'must be "a" or 1'],
  [{ minLength: 1 }, "", "must have at least 1 character"],
  [{ minLength: 2 }, "🚀", "must have at least 2 characters"],
  [{ maxLength: 2 }, "abc", "must have at most 2 characters"],
  [{ pattern: "^a" }, "b", "must match ^a"],
  [{ format: "uuid" }, "b", "must be a UUID"],
  [{ minimum: 2 }, 1, "must be at least 2"],
  [{ maximum: 2 }, 3, "must be at most 2"],
  [{ minItems: 1 }, [], "must have at least 1 item"],
  [{ minItems: 2 }, [], "must have at least 2 items"],
  [{ maxItems: 2 }, [1, 2, 3], "must have at most 2 items"],
])("%j: %j is refused: %s", (one, value, message) => {
  expect(findSchemaIssues(one, value)).toEqual([{ path: [], message }]);
});

test.each<[SchemaNode, unknown]>([
  [{ const: { a: 1, b: { c: 2, d: 3 } } }, { b: { d: 3, c: 2 }, a: 1 }],
  [{ enum: [{ a: 1, b: 2, c: 3 }] }, { c: 3, a: 1, b: 2 }],
  [{ enum: [{ a: 1, b: 2, c: 3 }] }, { b: 2, c: 3, a: 1 }],
  [{ format: "uuid" }, "00000000-0000-4000-8000-000000000000"],
  [{ format: "no-such-format" }, "a"],
])("%j: %j is accepted", (one, value) => {
  expect(findSchemaIssues(one, value)).toEqual([]);
});

test("each issue has its own path: missing and unknown properties first", () => {
  const schema: SchemaNode = {
    properties: { a: { type: "string" }, b: { items: { type: "string" } }, c: {} },
    required: ["c", "toString"],
    additionalProperties: false,
  };
  expect(findSchemaIssues(schema, { b: [1, "", 2], d: 1, a: 1 })).toEqual([
    { path: ["c"], message: "is required" },
    { path: ["toString"], message: "is required" },
    { path: ["d"], message: "is not a known property" },
    { path: ["a"], message: "must be a string" },
    { path: ["b", 0], message: "must be a string" },
    { path: ["b", 2], message: "must be a string" },
  ]);
  const others: SchemaNode = { properties: { a: {} }, additionalProperties: { type: "string" } };
  expect(findSchemaIssues(others, { a: 1, b: 1, c: "" })).toEqual([
    { path: ["b"], message: "must be a string" },
  ]);
});
