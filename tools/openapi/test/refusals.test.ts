import { describe, expect, test } from "vitest";
import { generatedSources } from "../src/generate/generated-sources.ts";
import { checkSupported } from "../src/generate/refusals/refusals.ts";
import { checkStructure } from "../src/generate/refusals/structure.ts";
import { apiOf, type JsonObject } from "../src/index.ts";

type Part = Readonly<Record<string, unknown>>;

const text = { type: "string" };
const done = { 204: { description: "Done." } };

/** A description with one operation. */
function describing(
  operation: Part,
  { path = "/things", method = "get", ...components }: Part = {},
): JsonObject {
  const item = {
    [String(method)]: { operationId: "getThing", tags: ["Things"], responses: done, ...operation },
  };
  const info = { title: "Things", version: "1" };
  return { openapi: "3.1.0", info, paths: { [String(path)]: item }, components } as never;
}

const id = { name: "id", in: "path", required: true, schema: text };
const bodyOf = (mediaType: string, schema?: object, encoding?: object) => ({
  requestBody: { content: { [mediaType]: { schema, encoding } } },
});
const okOf = (mediaType: string, schema: object, more?: object) => ({
  responses: { 200: { description: "Fine.", content: { [mediaType]: { schema, ...more } } } },
});
const json = (schema: object) => okOf("application/json", schema, { example: {} });
const get = (schemas: object) => describing(json({}), { schemas });
const oneOf = (...names: string[]) => names.map((name) => ({ $ref: `#/components/schemas/${name}` }));
const keyed = (name: string, parameters: object[] = []) =>
  describing(
    { parameters, security: [{ key: [] }] },
    { securitySchemes: { key: { type: "apiKey", in: "header", name } } },
  );

/** More cases than one of a refusal in constructs.test.ts: each description with a part of its sentence. */
const refused: Readonly<Record<string, readonly [JsonObject, string]>> = {
  "a parameter without a name": [
    describing({ parameters: [{ ...id, in: "query", name: "" }] }),
    "has no name: give it one.",
  ],
  "a header field that fetch sets": [
    describing({ parameters: [{ ...id, in: "header", name: "Cookie" }] }),
    "set by fetch itself",
  ],
  "a parameter that is a credential": [
    keyed("X-Key", [{ ...id, in: "header", name: "x-key" }]),
    "also the credential of key: remove the parameter.",
  ],
  "a path parameter that is not required": [
    describing({ parameters: [{ ...id, required: false }] }, { path: "/things/{id}" }),
    "write `required: true`.",
  ],
  "a name twice in a path": [
    describing({ parameters: [id] }, { path: "/things/{id}/{id}" }),
    "has {id} twice: rename one.",
  ],
  "a fragment in a path": [describing({}, { path: "/things#a" }), "has a fragment"],
  "a broken escape in a path": [describing({}, { path: "/100%" }), "write %25."],
  "a part of a form with a media type": [
    describing(
      bodyOf(
        "multipart/form-data",
        { type: "object", properties: { t: text } },
        { t: { contentType: "text/csv" } },
      ),
      { method: "post" },
    ),
    "has an encoding of its own",
  ],
  "a definition that is part of itself": [
    get({
      A: { $ref: "#/components/schemas/B/$defs/C" },
      B: { $defs: { C: { properties: { c: { $ref: "#/components/schemas/B/$defs/C" } } } } },
    }),
    "refers to itself: move it to components.schemas.",
  ],
  "a discriminator with other values": [
    get({
      A: { oneOf: oneOf("Cat"), discriminator: { propertyName: "kind", mapping: { cat: "Cat" } } },
      Cat: { properties: { kind: { const: "meow" } } },
    }),
    "give the property `const: cat`",
  ],
};

test.each(Object.entries(refused))("%s is refused at its place", (_name, [description, sentence]) => {
  const generate = () => {
    const api = apiOf(description);
    checkSupported(api);
    generatedSources(api, "");
  };
  expect(generate).toThrow(
    expect.objectContaining({
      name: "DescriptionError",
      message: expect.stringContaining(sentence),
      pointer: expect.stringMatching(/^\//),
    }),
  );
});

test("alternatives that say the values of their discriminator are taken, with a mapping by name or by reference", () => {
  const kind = (...values: string[]) => ({ required: ["kind"], properties: { kind: { enum: values } } });
  const mapping = { cat: "Cat", dog: "#/components/schemas/Dog", wolf: "#/components/schemas/Dog" };
  const A = { oneOf: oneOf("Cat", "Dog"), discriminator: { propertyName: "kind", mapping } };
  const api = apiOf(get({ A, Cat: kind("cat"), Dog: kind("dog", "wolf") }));
  expect(() => checkSupported(api)).not.toThrow();
  expect(generatedSources(api, "")["packages/types/src/openapi.gen.ts"]).toContain('kind: "cat"');
});

describe("the structure of OpenAPI", () => {
  test.each([
    ["an unknown type", get({ A: { type: "strng" } }), /`type` can be .*: did you mean string\?$/],
    [
      "a required property in the style of JSON Schema 3",
      get({ A: { required: true } }),
      /Expected type `array`/,
    ],
    [
      "a parameter twice",
      describing({
        parameters: [
          { ...id, in: "query" },
          { ...id, in: "query" },
        ],
      }),
      /unique/,
    ],
    ["a parameter that its path lacks", describing({ parameters: [id] }), /Path parameter `id` is not used/],
    ["a query in a path", describing({}, { path: "/things?a=1" }), /query string/],
    ["a value of an enum that its type forbids", get({ A: { type: "string", enum: [1] } }), /same type/],
  ])("refuses %s", async (_name, description, message) => {
    await expect(checkStructure(description)).rejects.toThrow(message);
  });

  test("allows boolean schemas everywhere", async () => {
    await expect(checkStructure(describing(json(true as never)))).resolves.toBeUndefined();
  });
});
