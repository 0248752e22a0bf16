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
