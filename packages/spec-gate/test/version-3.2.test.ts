import { expect, test } from "vitest";
import type { Parts } from "../corpus/load-fragments.ts";
import type { JsonObject } from "../src/json-value.ts";
import { verdictOf } from "./api.ts";

const openapi = "3.2.0";
const string = { type: "string" };
const body = (more: JsonObject): Parts => ({
  openapi,
  operation: { requestBody: { content: { "multipart/mixed": { schema: string, ...more } } } },
});
const scheme = (more: JsonObject): Parts => ({
  openapi,
  components: { securitySchemes: { a: { type: "oauth2", flows: {}, ...more } } },
});
const union = (more: JsonObject): Parts => ({
  openapi,
  schemas: { A: { type: "object", properties: { kind: string } } },
  response: {
    oneOf: [{ $ref: "#/components/schemas/A" }],
    discriminator: { propertyName: "kind", ...more },
  },
});

test.each<[keyword: string, before: Parts, after: Parts]>([
  ["prefixEncoding", body({}), body({ prefixEncoding: [{ contentType: "text/plain" }] })],
  [
    "prefixEncoding",
    body({ prefixEncoding: [{ contentType: "text/plain" }] }),
    body({ prefixEncoding: [{ contentType: "text/csv" }] }),
  ],
  ["itemEncoding", body({ itemEncoding: {} }), body({ itemEncoding: { contentType: "image/png" } })],
  ["defaultMapping", union({}), union({ defaultMapping: "A" })],
  ["oauth2MetadataUrl", scheme({}), scheme({ oauth2MetadataUrl: "https://x.test/m" })],
])("a change to %s is named as not judged", (keyword, before, after) => {
  for (const [a, b] of [
    [before, after],
    [after, before],
  ] as const) {
    const { impact, changes } = verdictOf(a, b);
    expect(impact).toBe("not-judged");
    expect(changes[0]?.message).toBe(`the gate does not judge ${keyword}, which is new in OpenAPI 3.2`);
  }
  expect(verdictOf(after, after).impact).toBe("none");
});

test("a property with the name of such a keyword is a property", () => {
  const named = (schema: unknown): Parts => ({
    response: { type: "object", properties: { itemEncoding: schema } },
  });
  expect(verdictOf(named(string), named({ type: "integer" })).changes.map(({ rule }) => rule)).toEqual([
    "response-type-widened",
  ]);
});

test.each<[name: string, before: Parts, after: Parts]>([
  [
    "a method of any name",
    { openapi },
    { openapi, pathItem: { additionalOperations: { COPY: { responses: {} } } } },
  ],
  ["the method QUERY", { openapi }, { openapi, pathItem: { query: { responses: {} } } }],
  [
    "the whole query as one parameter",
    { openapi },
    {
      openapi,
      parameters: [{ name: "q", in: "querystring", content: { "application/json": { schema: string } } }],
    },
  ],
])("%s is compared", (_name, before, after) => {
  expect([verdictOf(before, after).impact, verdictOf(after, before).impact]).toEqual(["minor", "major"]);
});

test("the items of a stream are compared", () => {
  const stream = (itemSchema: unknown): Parts => ({
    openapi,
    operation: {
      responses: { 200: { description: "Ok.", content: { "text/event-stream": { itemSchema } } } },
    },
  });
  expect(verdictOf(stream(string), stream({ type: "integer" })).impact).toBe("major");
});

test("texts that are new do not count", () => {
  const tagged = (more: JsonObject): Parts => ({ openapi, root: { tags: [{ name: "a", ...more }] } });
  expect(verdictOf(tagged({}), tagged({ parent: "b", kind: "nav", summary: "A." })).impact).toBe("patch");
});
