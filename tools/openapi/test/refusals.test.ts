import { describe, expect, test } from "vitest";
import { checkSupported } from "../src/generate/refusals/refusals.ts";
import { apiOf } from "../src/index.ts";

const path = "/things/{id}";

function apiWith({ item = {}, schemas = {}, ...operation }: Record<string, object>) {
  const parameters = [{ name: "id", in: "path", required: true, schema: { type: "string" } }];
  const get = { operationId: "getThing", responses: { 200: { description: "" } }, ...operation };
  return apiOf({
    openapi: "3.1.0",
    info: { title: "", version: "" },
    paths: { [path]: { parameters, get, ...item } },
    components: { schemas },
  } as never);
}

const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = { "text/plain": { schema: { type: "string" } } };
const at = "/paths/~1things~1{id}";

describe("a description is refused", () => {
  test.each<[string, Record<string, object>, string, string]>([
    [
      "for a schema that is its own part",
      { schemas: { A: { allOf: [to("A")] } } },
      "The schema A applies itself to the same value (A -> A), so no check of it ends: refer to it in a property or in `items`, or remove the reference.",
      "/components/schemas/A",
    ],
    [
      "for schemas that are each other's alternatives",
      {
        schemas: {
          User: { properties: { a: to("A") } },
          A: { oneOf: [{ type: "string" }, to("B")] },
          B: { anyOf: [{ if: to("A") }] },
        },
      },
      "The schema A applies itself to the same value (A -> B -> A), so no check of it ends: refer to it in a property or in `items`, or remove the reference.",
      "/components/schemas/A",
    ],
    [
      "for a body of 204",
      { responses: { 204: { description: "", content: text } } },
      "The 204 of getThing has content, but HTTP gives it no body (RFC 9110, section 15.3.5): remove `content`, or use 200.",
      `${at}/get/responses/204`,
    ],
    [
      "for an interim response",
      { responses: { 103: { description: "" }, 200: { description: "" } } },
      "getThing documents 103, which comes before a response and which fetch does not show: remove it.",
      `${at}/get/responses/103`,
    ],
    [
      "for the servers of a path",
      { item: { servers: [{ url: "https://other.example" }] } },
      "getThing has servers of its own, but a client calls one service: remove them, or describe the other service in a file of its own.",
      `${at}/servers`,
    ],
    [
      "for a number that may be empty",
      { parameters: [{ name: "n", in: "query", allowEmptyValue: true, schema: { type: "integer" } }] },
      'The query parameter "n" allows an empty value, which its schema does not: remove `allowEmptyValue`, or make it a string.',
      `${at}/get/parameters/0`,
    ],
  ])("%s", (_why, given, message, pointer) => {
    expect(() => checkSupported(apiWith(given))).toThrow(expect.objectContaining({ message, pointer }));
  });
});

test.each<[string, Record<string, object>]>([
  [
    "a schema that refers to itself in another value",
    {
      schemas: {
        Tree: { properties: { children: { items: to("Tree") } }, additionalProperties: to("Tree") },
        Either: { oneOf: [to("Tree"), { properties: { other: to("Either") } }] },
      },
    },
  ],
  [
    "a text that may be empty",
    { parameters: [{ name: "q", in: "query", allowEmptyValue: true, schema: { type: "string" } }] },
  ],
  ["an empty 204", { responses: { 204: { description: "", content: {} } } }],
])("%s is taken", (_what, given) => {
  expect(() => checkSupported(apiWith(given))).not.toThrow();
});

test("Content-Type is not read as a header of a response, as its media types name it", () => {
  const headers = { "content-TYPE": { required: true }, ETag: {} };
  const [operation] = apiWith({ responses: { 200: { description: "", headers, content: text } } }).operations;
  expect(operation?.responses[0]?.headers.map(({ name }) => name)).toEqual(["ETag"]);
});
