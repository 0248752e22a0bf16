import { expect, test } from "vitest";
import { apiOf } from "./read-api.ts";

const own = { type: "string", readOnly: true };

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
    oneOf: [{ required: ["name"] }, { required: ["code"] }],
  });
});
