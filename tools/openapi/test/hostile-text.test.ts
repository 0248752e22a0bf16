import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { checkParses } from "../src/generate/check-parses.ts";
import { generatedSources } from "../src/generate/generated-sources.ts";
import { type Api, apiOf, type JsonObject, objectOf, readApi, readDescription } from "../src/index.ts";
import { type Hostility, hostileDescription, nameKinds } from "./hostile/hostile-description.ts";
import { GeneratedProgram, tagCounts } from "./hostile/run-generated.ts";

// A description may come from anyone: none of its texts may become code.

const folder = mkdtempSync(join(tmpdir(), "hostile-"));
afterAll(() => rmSync(folder, { recursive: true }));

const generate = (api: Api) => generatedSources(api, "make");

const code = "globalThis.PWNED = 1";
const fragments = [
  `*/ ${code}; /*`,
  `*/ ...(${code}, {}), /*`,
  `*/ }; ${code}; ({ /*`,
  `"; ${code}; "`,
  `' + (${code}) + '`,
  `\`\${${code}}\``,
  `"]: (${code}), ["`,
  ...["\n", "\r", "\r\n", "\u2028", "\u2029"].flatMap((end) => [
    end,
    `${end}${code};${end}`,
    `${end}@hostile `,
  ]),
  ..."*/ * / \" ' ` } ${ { \\ </script> --> // @hostile [ ] ( ; __proto__ a ö 日 2".split(" "),
  ...[" ", " @hostile {", "{@link ", "```\n"],
];
const text = fc
  .array(fc.constantFrom(...fragments), { minLength: 1, maxLength: 8 })
  .map((parts) => parts.join(""));

const hostility = (names: fc.Arbitrary<Hostility["names"]>) =>
  fc.record({ text, isBefore: fc.boolean(), names });

/** Reads a changed description from a file, as the generator does. */
async function apiWith(description: JsonObject): Promise<Api> {
  const file = join(folder, "openapi.json");
  writeFileSync(file, JSON.stringify(description));
  return readApi(file);
}

/** Checks that everything parses and runs, that nothing of the description ran, and that values are as described. */
function checkSources(api: Api, sources: Readonly<Record<string, string>>): void {
  for (const [path, source] of Object.entries(sources)) checkParses(path, source);
  const program = new GeneratedProgram(sources);
  const exports = program.run();
  expect(program.globals()).toEqual([]);
  expect(Object.keys(tagCounts(sources)).filter((tag) => tag.endsWith("@hostile"))).toEqual([]);
  const { description } = exports["packages/server/src/openapi/operations.gen.ts"] ?? {};
  expect(JSON.stringify(description)).toBe(JSON.stringify(api.document));
  const { successSamples } = exports["packages/client/src/testing/samples.gen.ts"] ?? {};
  for (const { operationId, responses } of api.operations) {
    const [example] = responses.find(({ status }) => status.startsWith("2"))?.content[0]?.examples ?? [];
    const sample = (successSamples as Record<string, { body?: unknown }>)[operationId];
    expect(JSON.stringify(sample?.body)).toBe(JSON.stringify(example?.value));
  }
}

const read = (file: string) => readDescription(fileURLToPath(new URL(file, import.meta.url)));
const descriptions = [
  { title: "harbour", description: await read("descriptions/harbour.yaml"), alone: fragments, numRuns: 30 },
  { title: "our own", description: await read("../../../spec/openapi.yaml"), alone: [], numRuns: 8 },
];

describe.each(descriptions)("the $title description", ({ description, alone, numRuns }) => {
  const options = { numRuns, seed: 1 };
  const examples = alone.map((one): [Hostility] => [{ text: one, isBefore: false, names: [] }]);

  test("never becomes code with its texts, and is never refused for them", { timeout: 180_000 }, async () => {
    const harmless = hostileDescription(description, { text: "x", isBefore: false, names: [] });
    const tags = tagCounts(generate(apiOf(harmless)));
    await fc.assert(
      fc.asyncProperty(hostility(fc.constant([])), async (one) => {
        const api = await apiWith(hostileDescription(description, one));
        const sources = generate(api);
        checkSources(api, sources);
        expect(tagCounts(sources)).toEqual(tags);
      }),
      { ...options, numRuns: numRuns + examples.length, examples },
    );
  });

  test("never becomes code with its names, which mostly generate", { timeout: 180_000 }, async () => {
    const refused: string[] = [];
    let variants = 0;
    const kinds = fc.subarray([...nameKinds], { minLength: 1, maxLength: 2 });
    await fc.assert(
      fc.asyncProperty(hostility(kinds), async (one) => {
        variants += 1;
        const generated = await apiWith(hostileDescription(description, one))
          .then((api) => ({ api, sources: generate(api) }))
          .catch((error: Error) => void refused.push(`${one.names}: ${error.message}`));
        if (generated) checkSources(generated.api, generated.sources);
      }),
      options,
    );
    for (const message of refused) expect(message.split("\n")).toHaveLength(1);
    expect(refused.length).toBeLessThan(variants / 2);
  });
});

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
const pathParameter = (name: string) => ({ name, in: "path", required: true, schema: { type: "string" } });

describe("a name that is unusual in code works", () => {
  test.each(["2FA", "日本", "Größen", "__proto__", "constructor", "then", "class"])(
    "the tag %s",
    async (tag) => {
      const api = await apiOfThing({ tags: [tag] });
      checkSources(api, generate(api));
    },
  );

  test.each(["new", "delete", "2fa", "日本", "__proto__", "constructor", "a b"])(
    "the operationId %s",
    async (operationId) => {
      const api = await apiOfThing({ operationId, ...bodyOf(objectWith("id"), { id: "a" }) });
      checkSources(api, generate(api));
    },
  );

  test.each(["class", "this", "arguments", "2fa", "日本", "größe", "a-b", "__proto__", "options"])(
    "the path parameter %s",
    async (name) => {
      const parameters = [pathParameter(name), pathParameter(`${name}.`)];
      const api = await apiOfThing({ parameters }, { path: `/things/{${name}}/{${name}.}` });
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
    { components: { schemas: { ListThingsResponse: objectWith("id") } } },
    "Two types of the client would be named ListThingsResponse: rename the schema, the operationId or the tag that it comes from.",
  ],
  [
    bodyOf({ $ref: "#/components/schemas/!!!" }),
    { components: { schemas: { "!!!": {} } } },
    'The schema "!!!" has no letter or digit: rename it.',
  ],
  [
    { responses: { [`2 */ ${code}`]: { description: "" } } },
    {},
    `/paths/~1things/get/responses/2 *~1 ${code}: the status of a response is a code such as 404, 4XX or \`default\`.`,
  ],
  [
    bodyOf({ $ref: `#/${extension}/b` }),
    { [extension]: { b: {} } },
    `A reference leads to #/${extension}, which has no types: refer to a part of components or paths.`,
  ],
])("refuses %j with %j in one sentence", async (operation, more, message) => {
  const generating = apiOfThing(operation, more as never).then(generate);
  await expect(generating).rejects.toThrow(new Error(message));
});
