import { type Api, apiOf } from "@compute-host/openapi";
import { expect, test } from "vitest";
import { findSchemaIssues } from "../src/schema-issues.ts";
import type { SchemaNode } from "../src/schema-node.ts";
import { loadGenerated } from "./load-generated.ts";

const key = {
  type: "object",
  required: ["id"],
  properties: {
    id: { type: "string", readOnly: true },
    secret: { type: "string", writeOnly: true },
    seal: {
      type: "object",
      additionalProperties: false,
      properties: { number: { type: "integer", readOnly: true } },
    },
    keys: { type: "array", items: { $ref: "#/components/schemas/Key" } },
    byName: { type: "object", additionalProperties: { $ref: "#/components/schemas/Key" } },
  },
};
const content = { "application/json": { schema: { $ref: "#/components/schemas/Key" } } };
const post = {
  operationId: "createKey",
  requestBody: { required: true, content },
  responses: { "200": { description: "It.", content } },
};
const api: Api = apiOf({
  openapi: "3.1.0",
  info: { title: "Keys", version: "1.0.0" },
  paths: { "/keys": { post } },
  components: { schemas: { Key: key } },
} as never);
// Typed here, because the generator needs a newer standard library than the client.
const generator: string = "@compute-host/openapi/generated-sources";
const { generatedSources }: { generatedSources(api: Api, command: string): Record<string, string> } =
  await import(generator);
const nodes = loadGenerated(
  generatedSources(api, "pnpm generate")["packages/client/src/schema-nodes.gen.ts"] ?? "",
  {},
) as { readonly bodies: Readonly<Record<string, SchemaNode>> };

test.each([
  [{ id: "a" }, ["id"]],
  [{ seal: { number: 7 } }, ["seal", "number"]],
  [{ keys: [{}, { id: null }] }, ["keys", 1, "id"]],
  [{ byName: { a: { id: "a" } } }, ["byName", "a", "id"]],
])("a request with a read-only property is refused at its place: %j", (body, path) => {
  const issues = findSchemaIssues(nodes.bodies.KeyWritable ?? {}, body);
  expect(issues).toEqual([{ path, message: "is read-only" }]);
});

test("a request without its read-only properties fits, also those that are required", () => {
  const body = { secret: "s", seal: {}, keys: [{ secret: "s" }], byName: { a: {} } };
  expect(findSchemaIssues(nodes.bodies.KeyWritable ?? {}, body)).toEqual([]);
});
