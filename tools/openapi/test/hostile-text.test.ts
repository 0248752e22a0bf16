import { describe, expect, test } from "vitest";
import { type JsonObject, objectOf } from "../src/index.ts";
import { apiWith, checkSources, code, generate } from "./hostile/check-sources.ts";
import { testRandomTexts } from "./hostile/random-texts.ts";

// A description may come from anyone: none of its texts may become code. `test/full` tries more of them.
testRandomTexts({ harbour: 8, ours: 1, isEachAlone: false });

/** Reads a description with one operation; the changes are merged into the operation and the description. */
const apiOfThing = (
  operation: object,
  { path = "/things", ...more }: JsonObject & { path?: string } = {},
) => {
  const get = { operationId: "listThings", responses: { "200": { description: "" } }, ...operation };
  const paths = { [path]: { get }, ...objectOf(more.paths) };
  return apiWith({ openapi: "3.1.0", info: { title: "Sample", version: "1.0.0" }, ...more, paths } as never);
};

const objectWith = (property: string) => ({
  type: "object",
  properties: Object.fromEntries([[property, { type: "string", enum: ["a"] }]]),
  required: [property],
});
const bodyOf = (schema: object, example?: unknown) => ({
  responses: { "200": { description: "", content: { "application/json": { schema, example } } } },
});

describe("a name that is unusual in code works", () => {
  test.each(["2FA", "日本", "Größen", "__proto__", "constructor", "then", "class"])(
    "the tag %s",
    async (tag) => {
      const api = await apiOfThing({ tags: [tag] });
      checkSources(api, generate(api));
    },
  );

  test.each(["new", "delete", "2fa", "日本", "then", "__proto__", "constructor", "toString", "a b"])(
    "the operationId %s",
    async (operationId) => {
      const api = await apiOfThing({ operationId, ...bodyOf(objectWith("id"), { id: "a" }) });
      checkSources(api, generate(api));
    },
  );

  test.each(["constructor", "toString", "hasOwnProperty", "valueOf", "__proto__", "2fa", "日本"])(
    "the property %s",
    async (property) => {
      const schemas = { Thing: objectWith(property) };
      const example = Object.fromEntries([[property, "a"]]);
      const query = { name: property, in: "query", schema: objectWith(property), style: "deepObject" };
      const api = await apiOfThing(
        { parameters: [query], ...bodyOf({ $ref: "#/components/schemas/Thing" }, example) },
        { components: { schemas } },
      );
      checkSources(api, generate(api));
    },
  );

  test.each(["class", "Größe", "日本", "2fa", "constructor", "__proto__", "AB"])(
    "the schema %s",
    async (name) => {
      const schemas = Object.fromEntries([name, "Ab"].map((one) => [one, objectWith("id")]));
      const schema = { $ref: `#/components/schemas/${name}` };
      const api = await apiOfThing(bodyOf(schema, { id: "a" }), { components: { schemas } });
      checkSources(api, generate(api));
    },
  );
});

const others = { "/others": { get: { operationId: "doIt", responses: { "200": { description: "" } } } } };
const extension = `x-a; ${code}; type a`;

test.each([
  [{ tags: ["!!!"] }, {}, 'listThings: the tag "!!!" has no letter or digit: rename it.'],
  [{ operationId: "!!!" }, {}, 'The operationId "!!!" has no letter or digit: rename it.'],
  [
    { operationId: "do-it" },
    { paths: others },
    'The operationIds "do-it" (GET /things) and "doIt" (GET /others) would both become DoIt: rename one.',
  ],
  [
    bodyOf(objectWith("id")),
    {
      components: {
        schemas: { ListThingsResponse: objectWith("id"), ListThingsOperationResponse: objectWith("id") },
      },
    },
    "Two types of the client would be named ListThingsOperationResponse: rename the schema, the operationId or the tag that it comes from.",
  ],
  [
    bodyOf({ $ref: "#/components/schemas/!!!" }),
    { components: { schemas: { "!!!": {} } } },
    'The schema "!!!" has no letter or digit: rename it.',
  ],
  [
    { responses: { [`2 */ ${code}`]: { description: "" } } },
    {},
    `The status of a response cannot be \`2 */ ${code}\`: use a code such as 404, 4XX or \`default\`.`,
  ],
  [
    bodyOf({ $ref: `#/${extension}/b` }),
    { [extension]: { b: {} } },
    `A reference leads to #/${extension}, which has no types: refer to a part of components or paths.`,
  ],
])("refuses %j with %j in one sentence", async (operation, more, message) => {
  const generating = apiOfThing(operation, more as never).then(generate);
  await expect(generating).rejects.toThrow(message);
});
