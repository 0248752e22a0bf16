import { expect, test } from "vitest";
import type { JsonObject } from "../src/json-value.ts";
import { descriptionOf, json, object, verdictOf } from "./api.ts";

const string = { type: "string" };
const integer = { type: "integer" };
const paths = Object(descriptionOf({}).paths) as JsonObject;
const response = (more: JsonObject) => ({
  operation: { responses: { 200: { description: "Done.", content: json({ type: "object" }), ...more } } },
});
const withResponses = (more: JsonObject) => ({
  operation: { responses: { 200: { description: "Done." }, ...more } },
});
const schemes = (name: string, scheme: string) => ({
  components: { securitySchemes: { [name]: { type: "http", scheme } } },
  operation: { security: [{ [name]: [] }] },
});
const rulesOf = (...sides: Parameters<typeof verdictOf>) =>
  verdictOf(...sides).changes.map(({ rule, place }) => `${rule} ${place}`);
const isText = (change: string) => change.startsWith("text-changed");

test.each<[map: string, ...sides: Parameters<typeof verdictOf>]>([
  ["properties", { request: object({ "x-a": string }) }, { request: object({ "x-a": integer }) }],
  [
    "a property that is named like a map",
    { request: object({ headers: { default: { "x-a": 1 } } }) },
    { request: object({ headers: { default: { "x-a": 2 } } }) },
  ],
  [
    "patternProperties",
    { request: object({}, { patternProperties: { "x-a": string } }) },
    { request: object({}, { patternProperties: { "x-a": integer } }) },
  ],
  [
    "$defs",
    {
      request: object({ a: { $ref: "#/components/schemas/A/$defs/x-a" } }),
      schemas: { A: { $defs: { "x-a": string } } },
    },
    {
      request: object({ a: { $ref: "#/components/schemas/A/$defs/x-a" } }),
      schemas: { A: { $defs: { "x-a": integer } } },
    },
  ],
  [
    "schemas of the components",
    { request: { $ref: "#/components/schemas/x-a" }, schemas: { "x-a": string } },
    { request: { $ref: "#/components/schemas/x-a" }, schemas: { "x-a": integer } },
  ],
  [
    "responses of the components",
    {
      ...withResponses({ 400: { $ref: "#/components/responses/x-a" } }),
      components: { responses: { "x-a": { description: "No.", content: json(string) } } },
    },
    {
      ...withResponses({ 400: { $ref: "#/components/responses/x-a" } }),
      components: { responses: { "x-a": { description: "No.", content: json(integer) } } },
    },
  ],
  [
    "headers",
    response({ headers: { "x-a": { schema: string } } }),
    response({ headers: { "x-a": { schema: integer } } }),
  ],
  [
    "content",
    response({ content: { "x-a/b": { schema: { type: "array", items: string } } } }),
    response({ content: { "x-a/c": {} } }),
  ],
  ["security requirements", schemes("x-a", "basic"), schemes("x-b", "bearer")],
  [
    "values",
    { request: object({ a: { default: { "x-a": 1, title: "a" } } }) },
    { request: object({ a: { default: { "x-a": 2, title: "b" } } }) },
  ],
  [
    "webhooks",
    { root: { webhooks: { "x-a": { post: { requestBody: { content: json(string) } } } } } },
    { root: { webhooks: { "x-a": { post: { requestBody: { content: json(integer) } } } } } },
  ],
  [
    "additional operations",
    {
      pathItem: {
        additionalOperations: {
          "x-a": { requestBody: { content: json({ $ref: "#/components/schemas/A" }) } },
        },
      },
      schemas: { A: string },
    },
    {
      pathItem: {
        additionalOperations: {
          "x-a": { requestBody: { content: json({ $ref: "#/components/schemas/A" }) } },
        },
      },
      schemas: { A: integer },
    },
  ],
])("a name that begins with x- in %s is not an extension", (_map, a, b) => {
  const changes = rulesOf(a, b);
  expect(changes).not.toEqual([]);
  expect(changes.filter((change) => isText(change) || change.startsWith("rearranged"))).toEqual([]);
});

test("the description of a property that is named like a map is a text", () => {
  const request = (description: string) => ({ request: object({ headers: { ...string, description } }) });
  expect(rulesOf(request("a"), request("b"))).toEqual([
    expect.stringMatching(/^text-changed .*description$/),
  ]);
});

const note = { $ref: "no reference", get: { responses: { 200: { description: "Done." } } } };

test.each<[holder: string, ...sides: Parameters<typeof verdictOf>]>([
  ["a schema", { request: { ...string, "x-a": 1 } }, { request: { ...string, "x-a": 2 } }],
  ["paths", { paths: { ...paths, "x-a": note } }, { paths: { ...paths, "x-a": { ...note, get: {} } } }],
  ["paths, removed", { paths: { ...paths, "x-a": note } }, { paths }],
  ["responses", withResponses({ "x-a": note }), withResponses({ "x-a": { ...note, get: {} } })],
  ["responses, removed", withResponses({ "x-a": note }), withResponses({})],
  ["components", { components: { "x-a": note } }, { components: { "x-a": {} } }],
  [
    "a callback",
    { operation: { callbacks: { a: { "x-a": note } } } },
    { operation: { callbacks: { a: { "x-a": {} } } } },
  ],
])("an extension of %s is a text", (_holder, a, b) => {
  const changes = rulesOf(a, b);
  expect(changes).not.toEqual([]);
  expect(changes.filter((change) => !isText(change))).toEqual([]);
});
