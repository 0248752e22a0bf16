import { expect, test } from "vitest";
import { apiOf } from "./api-of.ts";

const own = { type: "string", readOnly: true };

const key = {
  type: "object",
  properties: {
    id: own,
    secret: { type: "string", writeOnly: true },
    keys: { type: "array", items: { $ref: "#/components/schemas/Key" } },
    byName: { type: "object", additionalProperties: { $ref: "#/components/schemas/Key" } },
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
      byName: { additionalProperties: { $ref: `#/components/schemas/Key${suffix}` } },
    },
  });
  const { id, secret } = key.properties;
  expect(schemas.KeyReadable).toMatchObject({ ...view("Readable", { id }), examples: [{ id: "a" }] });
  expect(schemas.KeyWritable).toMatchObject({ ...view("Writable", { secret }), examples: [{ secret: "b" }] });
  expect(schemas.KeyReadable).not.toHaveProperty("properties.secret");
  expect(schemas.KeyWritable).not.toHaveProperty("properties.id");
});

test("a request lacks a property whose schema, or the words beside its reference, make it readOnly", () => {
  const properties = {
    id: { $ref: "#/components/schemas/Own" },
    code: { $ref: "#/components/schemas/Text", readOnly: true },
    name: { type: "string" },
  };
  const schema = { type: "object", properties, required: ["id", "name"] };
  const content = { "application/json": { schema } };
  const post = { requestBody: { content }, responses: { 204: { description: "" } } };
  const schemas = { Own: own, Text: { type: "string" } };
  const [operation] = apiOf({ paths: { "/things": { post } }, components: { schemas } } as never).operations;
  expect(operation?.body?.content[0]?.schema).toEqual({
    type: "object",
    properties: { name: { type: "string" } },
    readOnlyNames: ["id", "code"],
    required: ["name"],
  });
});
