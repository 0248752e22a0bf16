import { findSchemaIssues, type SchemaNode } from "@compute-host/core";
import { type Api, apiOf } from "@compute-host/openapi";
import { tourDescription } from "@compute-host/openapi/tour";
import { expect, test } from "vitest";
import { loadGenerated } from "./load-generated.ts";

const api: Api = apiOf(await tourDescription());
// Typed here, because the generator needs a newer standard library than the client.
const generator: string = "@compute-host/openapi/generated-sources";
const { generatedSources }: { generatedSources(api: Api): Record<string, string> } = await import(generator);
const nodes = loadGenerated(
  generatedSources(api)["packages/core/src/schema-nodes.gen.ts"] ?? "",
  {},
) as Readonly<Record<string, SchemaNode>>;

const volume = { name: "a", passphrase: "z" };

test.each([
  [{ ...volume, id: "v1" }, ["id"]],
  [{ ...volume, kind: "fast" }, ["kind"]],
  [{ ...volume, parts: [volume, { ...volume, id: null }] }, ["parts", 1, "id"]],
  [{ ...volume, copies: { a: { ...volume, id: "v1" } } }, ["copies", "a", "id"]],
])("a request with a read-only property is refused at its place: %j", (body, path) => {
  const issues = findSchemaIssues(nodes.volumeWritableSchema ?? {}, body);
  expect(issues).toEqual([{ path, message: "is read-only" }]);
});

test("a request without its read-only properties fits, also those that are required", () => {
  const body = { ...volume, parts: [volume], copies: { a: volume } };
  expect(findSchemaIssues(nodes.volumeWritableSchema ?? {}, body)).toEqual([]);
});
