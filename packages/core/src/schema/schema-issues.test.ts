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
