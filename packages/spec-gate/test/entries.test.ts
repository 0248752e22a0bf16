import { expect, test } from "vitest";
import type { Parts } from "../corpus/load-fragments.ts";
import type { JsonObject } from "../src/json-value.ts";
import { json, object, verdictOf } from "./api.ts";

const string = { type: "string" };

test("a change to a shared schema is named by the schema, not by one of the paths to it", () => {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const get = (schema: unknown) => ({ responses: { 200: { description: "Ok.", content: json(schema) } } });
  const deep = object({ deep: object({ er: ref("Intent") }) });
  const api = (Intent: unknown): Parts => ({
    paths: { "/a": { get: get(ref("Intent")) }, "/b": { get: get(deep) } },
    schemas: { Intent, Card: object({ number: string }) },
  });
  const placesOf = (before: unknown, after: unknown) =>
    verdictOf(api(before), api(after))
      .changes.filter(({ impact }) => impact === "major")
      .map(({ place, subjects }) => [place, subjects.length]);
  const all = { a: string, in: object({ b: string }), card: ref("Card") };
  expect(placesOf(object(all), object({ ...all, a: { type: "integer" } }))).toEqual([
    ["schema Intent › a", 2],
  ]);
  expect(placesOf(object(all), object({ ...all, in: object({}) }))).toEqual([["schema Intent › in › b", 2]]);
  expect(placesOf(object(all), object({ a: string, in: object({ b: string }) }))).toEqual([
    ["schema Intent › card", 2],
  ]);
});

test("a shared schema that changes as a whole is one entry, whatever the names that lead to it", () => {
  const File = { $ref: "#/components/schemas/File" };
  const ways = [object({ file: File }), object({ log: File }), { type: "array", items: File }, File];
  const api = (type: unknown): Parts => ({
    paths: Object.fromEntries(
      ways.map((schema, index) => [
        `/${index}`,
        { get: { responses: { 200: { description: "Ok.", content: json(schema) } } } },
      ]),
    ),
    schemas: { File: { allOf: [object({ id: string }, { type })] } },
  });
  const { changes } = verdictOf(api("object"), api(["object", "null"]));
  expect(changes.map(({ place, subjects }) => [place, subjects.length])).toEqual([["schema File", 4]]);
});

test("a shared union that gains a variant is one entry, whatever the names that lead to it", () => {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const ways = [object({ item: ref("Item") }), object({ source: ref("Item") }), ref("Item")];
  const api = (...names: string[]): Parts => ({
    paths: Object.fromEntries(
      ways.map((schema, index) => [
        `/${index}`,
        { get: { responses: { 200: { description: "Ok.", content: json(schema) } } } },
      ]),
    ),
    schemas: {
      Item: { oneOf: names.map(ref) },
      ...Object.fromEntries(
        ["File", "Folder", "Link"].map((name) => [
          name,
          object({ type: { const: name } }, { required: ["type"] }),
        ]),
      ),
    },
  });
  const { changes } = verdictOf(api("File", "Folder"), api("File", "Folder", "Link"));
  expect(changes.map(({ rule, place, subjects }) => [rule, place, subjects.length])).toEqual([
    ["response-variant-added", "schema Item", 3],
  ]);
});

test.each<[string, JsonObject, JsonObject, string, string]>([
  [
    "a tag",
    { tags: [{ name: "a" }, { name: "b" }] },
    { tags: [{ name: "a" }] },
    "#/tags/1",
    "the text was removed",
  ],
  [
    "a tag",
    { tags: [{ name: "a" }] },
    { tags: [{ name: "a" }, { name: "b" }] },
    "#/tags/1",
    "the text was added",
  ],
  [
    "the first tag",
    { tags: [{ name: "a" }, { name: "b" }] },
    { tags: [{ name: "b" }] },
    "#/tags",
    "the text changed",
  ],
  ["all tags", { tags: [{ name: "a" }] }, {}, "#/tags", "the text was removed"],
  [
    "a note",
    { tags: [{ name: "a" }] },
    { tags: [{ name: "a", summary: "A." }] },
    "#/tags/0/summary",
    "the text was added",
  ],
  ["a note", { tags: [{ name: "a" }] }, { tags: [{ name: "b" }] }, "#/tags/0/name", "the text changed"],
])("a text says whether it was added, removed or changed: %s", (_what, before, after, place, message) => {
  expect(verdictOf({ root: before }, { root: after })).toMatchObject({
    impact: "patch",
    changes: [{ place, message, who: "nobody" }],
  });
});

test("null among values is called null on both sides", () => {
  const nullable = (schema: unknown): Parts => ({ request: { anyOf: [{ type: "null" }, schema] } });
  const [change] = verdictOf(nullable({ type: "integer" }), nullable({ enum: [1, 2] })).changes;
  expect(change).toMatchObject({ base: "null, any number", revision: "null, 1, 2" });
});

test("a pattern with the anchors of another language says so", () => {
  const [change] = verdictOf(
    { request: { ...string, pattern: "\\A[a-z]+\\Z" } },
    { request: { ...string, pattern: "^[a-z]+$" } },
  ).changes;
  expect(change?.message).toBe(
    "texts that used to match are rejected (\\A and \\Z are not anchors in ECMA-262)",
  );
});

test.each([
  ["is gone", { other: { type: "http", scheme: "basic" } }],
  ["is gone with all others", undefined],
])("a security scheme that %s is one entry, which says that it is removed", (_how, schemes) => {
  const get = { responses: { 200: { description: "Ok." } } };
  const api = (securitySchemes: JsonObject | undefined): Parts => ({
    paths: { "/a": { get }, "/b": { get } },
    root: { security: [{ bearer: [] }] },
    components: { ...(securitySchemes && { securitySchemes }) },
  });
  const [before, after] = [api({ bearer: { type: "http", scheme: "bearer" } }), api(schemes)];
  const breaking = (a: Parts, b: Parts) => verdictOf(a, b).changes.filter(({ impact }) => impact === "major");
  const text = "bearer (type: http, scheme: bearer)";
  const same = { rule: "security-scheme-changed", subjects: ["GET /a", "GET /b"] };
  expect(breaking(before, after)).toMatchObject([{ ...same, base: text, revision: "bearer (removed)" }]);
  expect(breaking(after, before)).toMatchObject([{ ...same, base: "bearer (not defined)", revision: text }]);
});

test("a security scheme that changed is one entry, which names what changed in it", () => {
  const flow = { tokenUrl: "https://a.test/token", scopes: { r: "Read.", w: "Write." } };
  const api = (authorizationUrl: string): Parts => ({
    paths: Object.fromEntries(
      ["r", "w"].map((scope) => [
        `/${scope}`,
        { get: { security: [{ key: [] }, { oauth: [scope] }], responses: { 200: { description: "Ok." } } } },
      ]),
    ),
    components: {
      securitySchemes: {
        key: { type: "apiKey", in: "header", name: "X-Key" },
        oauth: { type: "oauth2", flows: { authorizationCode: { ...flow, authorizationUrl } } },
      },
    },
  });
  const breaking = verdictOf(api("https://a.test/login"), api("https://b.test/login")).changes.filter(
    ({ impact }) => impact === "major",
  );
  expect(breaking).toMatchObject([
    {
      rule: "security-scheme-changed",
      subjects: ["GET /r", "GET /w"],
      base: "oauth (authorizationCode.authorizationUrl: https://a.test/login)",
      revision: "oauth (authorizationCode.authorizationUrl: https://b.test/login)",
    },
  ]);
});
