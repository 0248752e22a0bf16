import { expect, test } from "vitest";
import { apiOf } from "./read-api.ts";

const own = { type: "string", readOnly: true };

const key = {
  type: "object",
  properties: {
    id: own,
    secret: { type: "string", writeOnly: true },
    keys: { type: "array", items: { $ref: "#/components/schemas/Key" } },
    byName: { additionalProperties: { allOf: [{ $ref: "#/components/schemas/Key" }] } },
  },
  examples: [{ id: "a", secret: "b" }],
};

test("each direction lacks the other's properties, in items, maps and examples too", () => {
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Key" } } };
  const post = { requestBody: { content }, responses: { 200: { description: "", content } } };
  const { schemas } = apiOf({ paths: { "/keys": { post } }, components: { schemas: { Key: key } } } as never);
  const view = (suffix: string, properties: object) => ({
    properties: {
      ...properties,
      keys: { items: { $ref: `#/components/schemas/Key${suffix}` } },
      byName: { additionalProperties: { allOf: [{ $ref: `#/components/schemas/Key${suffix}` }] } },
    },
  });
  const { id, secret } = key.properties;
  expect(schemas.KeyReadable).toMatchObject({ ...view("Readable", { id }), examples: [{ id: "a" }] });
  expect(schemas.KeyWritable).toMatchObject({ ...view("Writable", { secret }), examples: [{ secret: "b" }] });
  expect(schemas.KeyReadable).not.toHaveProperty("properties.secret");
  expect(schemas.KeyWritable).not.toHaveProperty("properties.id");
});

test.each([
  ["in a part of the property", { properties: { id: { allOf: [{ $ref: "#/components/schemas/Own" }] } } }],
  ["through a reference", { properties: { id: { $ref: "#/components/schemas/Own" } } }],
])("a request lacks a property that is readOnly %s, and no alternative requires it", (_where, schema) => {
  const oneOf = [{ required: ["id", "name"] }, { required: ["code"] }];
  const content = { "application/json": { schema: { ...schema, oneOf } } };
  const post = { requestBody: { content }, responses: { 204: { description: "" } } };
  const api = apiOf({ paths: { "/things": { post } }, components: { schemas: { Own: own } } } as never);
  const [operation] = api.operations;
  expect(operation?.body?.content[0]?.schema).toEqual({
    properties: {},
    readOnlyNames: ["id"],
    oneOf: [{ required: ["name"] }, { required: ["code"] }],
  });
});
