import { expect, test } from "vitest";
import type { JsonObject } from "../src/json-value.ts";
import { object, verdictOf } from "./api.ts";

const octets = "application/octet-stream";
const old = { type: "string", format: "binary" };

/** Ways to write raw bytes. */
const forms: readonly JsonObject[] = [
  { type: "string", contentMediaType: octets },
  { type: "string", contentMediaType: " Application/Octet-Stream" },
  { contentMediaType: octets },
  { type: "string", format: "binary", contentMediaType: octets },
  {},
];

const list = (items: unknown) => ({ type: "array", items });
const optional = (schema: unknown) => ({ anyOf: [schema, { type: "null" }] });

/** Places where a generator writes a file. */
const places: readonly (readonly [name: string, place: (file: unknown) => JsonObject])[] = [
  ["a request body", (schema) => ({ requestBody: { content: { [octets]: { schema } } } })],
  ["a response", (schema) => ({ responses: { 200: { content: { [octets]: { schema } } } } })],
  ["a part of a form", (file) => form(object({ file }, { required: ["file"] }))],
  ["an optional part", (file) => form(object({ file: optional(file) }))],
  ["a list of parts", (file) => form(object({ files: list(file) }))],
  ["an encoded part", (file) => form(object({ file }), { encoding: { file: { contentType: "image/png" } } })],
  [
    "a property of JSON",
    (file) => ({ requestBody: { content: { "application/json": { schema: object({ file }) } } } }),
  ],
];

function form(schema: unknown, more: JsonObject = {}): JsonObject {
  return { requestBody: { content: { "multipart/form-data": { schema, ...more } } } };
}

const impactsOf = (
  before: JsonObject,
  after: JsonObject,
  versions: readonly string[] = ["3.1.0", "3.1.0"],
) => {
  const [a, b] = [before, after].map((operation, index) => ({
    operation,
    openapi: versions[index] ?? "3.1.0",
  }));
  return [verdictOf(a ?? {}, b ?? {}).impact, verdictOf(b ?? {}, a ?? {}).impact];
};

for (const [name, place] of places) {
  test.each(forms)(`raw bytes in ${name} are the same on the wire as %j`, (schema) => {
    for (const openapi of ["3.0.3", "3.1.0", "3.2.0"]) {
      const impacts = impactsOf(place(old), place(schema), [openapi, "3.1.0"]);
      expect(impacts.filter((impact) => impact !== "patch" && impact !== "none")).toEqual([]);
    }
  });

  test.each<[string, JsonObject]>([
    ["another type", { type: "integer" }],
    ["base64", { type: "string", contentMediaType: octets, contentEncoding: "base64" }],
    ["JSON in a text", { type: "string", contentMediaType: "application/json" }],
  ])(`raw bytes in ${name} that become %s are not`, (_name, schema) => {
    expect(impactsOf(place(old), place(schema))).toContain("major");
  });
}

test("a nullable file of both versions is the same", () => {
  const place = (schema: unknown) => form(object({ file: schema }));
  const nullable = { type: ["string", "null"], contentMediaType: octets };
  expect(impactsOf(place({ ...old, nullable: true }), place(nullable), ["3.0.3", "3.1.0"])).toEqual([
    "patch",
    "patch",
  ]);
  expect(impactsOf(place({ type: ["string", "null"], format: "binary" }), place(nullable))).toEqual([
    "patch",
    "patch",
  ]);
});

test("an image is narrower than any bytes", () => {
  const place = (schema: unknown) => form(object({ file: schema }));
  expect(impactsOf(place(old), place({ type: "string", contentMediaType: "image/png" }))[0]).toBe("major");
});

test("a text with JSON in it keeps its type", () => {
  const place = (schema: unknown) => form(object({ data: schema }));
  const text = { type: "string", contentMediaType: "application/json" };
  expect(impactsOf(place(text), place({ ...text, type: "integer" }))).toEqual(["major", "major"]);
});
