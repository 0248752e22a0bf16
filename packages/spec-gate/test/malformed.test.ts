import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Parts } from "../corpus/load-fragments.ts";
import { type CommandLineResult, runCommandLine } from "../src/cli/command-line.ts";
import { methods } from "../src/document/keys.ts";
import { type JsonObject, objectOf } from "../src/json-value.ts";
import type { Verdict } from "../src/rules/changes/change.ts";
import { judge, judgeFirst } from "../src/rules/changes/judge.ts";
import { apiOf, descriptionOf, json, object, verdictOf } from "./api.ts";
import { createRepository } from "./command/repository.ts";
import { temporaryFiles } from "./temporary-files.ts";

/** Checks a description that the last commit does not have. */
async function checkFirst(text: string): Promise<CommandLineResult> {
  const { write, folder } = createRepository({});
  write({ "api.json": text });
  return await runCommandLine(["check", join(folder, "api.json"), "--base-ref", "HEAD"]);
}

const sent = (schema: unknown): Parts => ({ request: object({ a: schema, b: { type: "string" } }) });
const wrong = { type: "integer", minimum: "1" };
const rules = (a: Parts, b: Parts) => verdictOf(a, b).changes.map(({ rule, impact }) => [rule, impact]);

describe("a malformed keyword", () => {
  test("in the base is reported next to a change, and does not block it", () => {
    const changed = { request: object({ a: wrong, b: { type: "string", maxLength: 5 } }) };
    expect(rules(sent(wrong), changed)).toEqual([
      ["request-length-narrowed", "major"],
      ["malformed", "patch"],
    ]);
    expect(rules(sent(wrong), sent(wrong))).toEqual([]);
  });

  test.each([
    ["type", { type: "strnig" }],
    ["maxLength", { type: "string", maxLength: "9" }],
    ["pattern", { type: "string", pattern: "(" }],
    ["enum", { enum: "a" }],
    ["anyOf", { anyOf: [] }],
    ["items", { type: "array", items: "string" }],
    ["required", { type: "object", required: true }],
  ])("finds %s, and compares the rest", (key, schema) => {
    const { changes } = verdictOf(sent({}), sent(schema));
    const found = changes.filter(({ rule }) => rule === "not-judged");
    expect(found.map(({ place }) => place.split("/").at(-1))).toEqual([key]);
  });
});

describe("a part that is not what OpenAPI has there", () => {
  const { write } = temporaryFiles();
  write("text.yaml", "just a text\n");
  const closed = { type: "string", enum: ["a", "b"] };
  const whole = {
    request: closed,
    parameters: [{ name: "q", in: "query", schema: closed }],
    response: closed,
    operation: { security: [{ key: [] }], servers: [{ url: "https://a.test" }] },
    components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
  };
  const judged = async (parts: Parts) => {
    const files = [write("base.json", descriptionOf(whole)), write("revision.json", descriptionOf(parts))];
    return runCommandLine(["diff", ...files]);
  };
  const operation = (more: JsonObject): Parts => ({ ...whole, operation: { ...whole.operation, ...more } });
  // The fragments have every other part.
  const cases: [string, string, Parts][] = [
    ["a file's text", "/content/application~1json/schema", { ...whole, request: { $ref: "./text.yaml" } }],
    ["a parameter", "/parameters/0", { ...whole, parameters: ["hello"] }],
    [
      "a path",
      "/~1a",
      { ...whole, root: { paths: { ...objectOf(descriptionOf(whole).paths), "/a": "hello" } } },
    ],
  ];

  test.each(cases)("has no verdict, at its line: %s", async (_name, place, parts) => {
    const { exitCode, output } = await judged(parts);
    expect(exitCode, output).toBe(1);
    const entry = output.split("\n\n").find((each) => each.includes(`${place}\n`)) ?? output;
    expect(entry).toMatch(/^not-judged /);
    expect(entry).toMatch(/ has to (?:be|have) .*; instead: fix the description/s);
    expect(entry).toMatch(/not-judged at .*revision\.json:\d+:\d+$/);
  });

  test.each<[string, JsonObject, string]>([
    ["without its place", { name: "r", schema: closed }, "has to have in: one of path, query, "],
    ["without a name", { in: "query", schema: closed }, "has to have name: a text"],
    ["in no place that there is", { name: "r", in: "body" }, "in has to be one of path, query, "],
    ["in a list of places", { name: "r", in: ["query"] }, "in has to be one of path, query, "],
  ])("makes a parameter %s absent, and no other entry", async (_name, parameter, says) => {
    const { exitCode, output } = await judged({ ...whole, parameters: [...whole.parameters, parameter] });
    expect(exitCode, output).toBe(1);
    expect(output).toContain(says);
    expect(output).toContain("Not judged: 1 change could break.");
    expect(output).not.toMatch(/undefined|parameter-/);
    const fixed = [write("base.json", descriptionOf({ ...whole, parameters: [parameter] }))];
    fixed.push(write("revision.json", descriptionOf({ ...whole, parameters: [{ name: "r", in: "query" }] })));
    expect(await runCommandLine(["diff", ...fixed])).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining("ignored in the base"),
    });
  });

  test.each<[string, Parts]>([
    ["a server", operation({ servers: [...whole.operation.servers, { description: "Another." }] })],
    [
      "a security scheme",
      { ...whole, components: { securitySchemes: { ...whole.components.securitySchemes, b: {} } } },
    ],
    ["a discriminator", { ...whole, schemas: { A: { type: "object", discriminator: { mapping: {} } } } }],
  ])("is %s without the field that says what it is", async (name, parts) => {
    const { exitCode, output } = await judged(parts);
    expect(exitCode, output).toBe(1);
    expect(output).toContain(`${name} has to have `);
  });

  test("says how to write a reference", async () => {
    const { output } = await judged({ ...whole, request: "#/components/schemas/Order" });
    expect(output).toContain(
      'schema has to be a schema; write { $ref: "#/components/schemas/Order" } for a reference',
    );
  });

  test("is named with its line in a first description", async () => {
    const { exitCode, output } = await checkFirst(
      JSON.stringify(descriptionOf({ ...whole, request: "hello" }), null, 2),
    );
    expect(exitCode, output).toBe(1);
    expect(output).toMatch(/schema has to be a schema: .*\n.*\n +not-judged at .*api\.json:\d+:/);
  });

  test("may be an extension, or the parameters of a link", async () => {
    const links = { next: { operationId: "changeThing", parameters: { q: "$response.body#/q" } } };
    const extended = operation({
      responses: { 200: { description: "A.", content: json(closed), links }, "x-note": "hello" },
    });
    expect(
      await judged({
        ...extended,
        root: { paths: { ...objectOf(descriptionOf(extended).paths), "x-note": "hello" } },
      }),
    ).toMatchObject({ exitCode: 0 });
  });
});

describe("a part that looks like another", () => {
  const schema = { type: "string" };
  const components = {
    securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } },
  };
  const with30 = (parts: Parts): Parts => ({
    openapi: "3.0.3",
    components,
    schemas: { A: schema },
    ...parts,
  });
  const union = (mapping: unknown) => ({
    oneOf: [{ $ref: "#/components/schemas/A" }],
    discriminator: { propertyName: "kind", mapping },
  });

  test.each<[string, string, Parts, Parts]>([
    ["a misspelt $ref", "/schema/$Ref", { request: {} }, { request: { $Ref: "#/components/schemas/A" } }],
    [
      "a scope that is no list",
      "/security",
      { operation: { security: [{ key: [] }] } },
      {
        operation: { security: [{ key: "read" }] },
      },
    ],
    ["a schema as a mapping", "/mapping", { request: union({}) }, { request: union({ a: schema }) }],
    [
      "a list of examples",
      "/components/examples",
      { components: { ...components, examples: {} } },
      {
        components: { ...components, examples: [1] },
      },
    ],
  ])("is not judged: %s", (_name, place, right, wrong) => {
    const [a, b] = [apiOf(with30(right)), apiOf(with30(wrong))];
    const found = (verdict: Verdict) =>
      verdict.changes.filter((each) => each.place.endsWith(place)).map(({ rule }) => rule);
    expect(found(judge(a, b))).toContain("not-judged");
    expect(found(judge(b, a))).toContain("malformed");
    expect(found(judgeFirst(b))).toEqual(["not-judged"]);
  });

  test("is a note in a schema of 3.1, whose keywords anyone may add", () => {
    const noted = { request: { tsType: "Thing" } };
    expect(verdictOf({ request: {} }, noted)).toMatchObject({ impact: "patch" });
    expect(judgeFirst(apiOf(noted)).impact).toBe("none");
    expect(judgeFirst(apiOf({ ...noted, openapi: "3.0.3" })).impact).toBe("not-judged");
    expect(judgeFirst(apiOf({ request: { ref: "#/components/schemas/A" } })).impact).toBe("not-judged");
    expect(judgeFirst(apiOf({ request: { $id: "a", $anchor: "b", $schema: "c" } })).impact).toBe("none");
  });
});

describe("a part that OpenAPI does not know", () => {
  const part = { $ref: "#/components/schemas/Part" };
  const operation = (more: JsonObject): JsonObject => ({
    operationId: "listThings",
    responses: { 200: { description: "Things." } },
    ...more,
  });
  const response = (more: JsonObject) =>
    operation({ responses: { 200: { description: "Things.", ...more } } });
  const things = (get: JsonObject): JsonObject => ({ paths: { "/things": { get } } });
  const calls = {
    callbacks: { changed: { "{$request.query.url}": { POST: response({ content: json(part) }) } } },
  };
  /** The recursive schema, which is more than an entry shows, changes in its last property. */
  const description = (root: JsonObject, last: string, title = "Things"): string => {
    const properties = { parts: { type: "array", items: part }, name: { type: "string", maxLength: 100 } };
    const schema = object({ ...properties, [last]: { type: "string" } });
    const info = { title, version: "1.0.0" };
    return JSON.stringify(
      { openapi: "3.0.3", info, ...root, components: { schemas: { Part: schema } } },
      null,
      2,
    );
  };
  const cases: [string, string, string, JsonObject][] = [
    [
      "a path without a slash",
      "#/paths/things",
      "a path has to begin with /",
      { paths: { things: { get: response({ content: json(part) }) } } },
    ],
    [
      "a method in capitals",
      "#/paths/~1things/GET",
      "GET is not a field of a path; write get",
      { paths: { "/things": { GET: response({ content: json(part) }) } } },
    ],
    [
      "a method in capitals of a webhook",
      "#/webhooks/changed/POST",
      "POST is not a field of a webhook; write post",
      { webhooks: { changed: { POST: response({ content: json(part) }) } } },
    ],
    [
      "a method in capitals of a callback",
      "#/paths/~1things/get/callbacks/changed/{$request.query.url}/POST",
      "POST is not a field of a callback; write post",
      things(operation(calls)),
    ],
    [
      "the schema of a response in Swagger 2.0",
      "#/paths/~1things/get/responses/200/schema",
      "schema is not a field of a response",
      things(response({ schema: part })),
    ],
    [
      "the items of a parameter in Swagger 2.0",
      "#/paths/~1things/get/parameters/0/items",
      "items is not a field of a parameter",
      things(operation({ parameters: [{ name: "q", in: "query", items: part }] })),
    ],
    [
      "the items of a header in Swagger 2.0",
      "#/paths/~1things/get/responses/200/headers/X-Parts/items",
      "items is not a field of a header",
      things(response({ headers: { "X-Parts": { items: part } } })),
    ],
    [
      "a misspelt schema",
      "#/paths/~1things/get/responses/200/content/application~1json/shema",
      "shema is not a field of a media type",
      things(response({ content: { "application/json": { shema: part } } })),
    ],
  ];
  const { write } = temporaryFiles();

  test.each(cases)("is not judged where it changes, at its line: %s", async (_name, place, message, root) => {
    const files = [
      write("base.json", description(root, "note")),
      write("revision.json", description(root, "remark")),
    ];
    const { exitCode, output, error } = await runCommandLine(["diff", ...files]);
    expect(exitCode, output + error).toBe(1);
    expect(output).toContain(`not-judged  document › ${place}\n            ${message}\n`);
    expect(output.split("document › ")).toHaveLength(2);
    expect(output).toMatch(/fix the description\n +not-judged at .*revision\.json:\d+:\d+\n/);
  });

  test.each(cases)("does not block other changes: %s", async (_name, place, message, root) => {
    const files = [
      write("base.json", description(root, "note")),
      write("revision.json", description(root, "note", "All things")),
    ];
    const { exitCode, output, error } = await runCommandLine(["diff", ...files]);
    expect(exitCode, output + error).toBe(0);
    expect(output).toContain(`${place}: ${message}`);
  });

  test.each(cases)("is named in a first description: %s", async (_name, _place, message, root) => {
    const { exitCode, output } = await checkFirst(description(root, "note"));
    expect(exitCode, output).toBe(1);
    expect(output).toContain(message);
    expect(output).toMatch(/not-judged at .*api\.json:\d+:\d+\n/);
    expect(output).toContain("so nothing can break. 1 part is not valid OpenAPI.");
  });

  test("is not a field that OpenAPI 3.2 lists, nor an extension", async () => {
    const schema = { type: "string" };
    const texts = { description: "A.", "x-a": 1 };
    const header = {
      ...texts,
      required: true,
      deprecated: true,
      style: "simple",
      explode: false,
      schema,
      examples: { a: { value: "a" } },
    };
    const parameters = [
      { ...header, name: "q", in: "query", style: "form", allowEmptyValue: true, allowReserved: true },
      { name: "r", in: "query", content: { "application/json": { schema, example: "a" } } },
      { name: "s", in: "query", schema, example: "a" },
    ];
    const content = {
      "application/json": { schema, encoding: {}, "x-a": 1 },
      "application/jsonl": { itemSchema: schema, examples: { a: { value: ["a"] } } },
      "multipart/mixed": { schema: { type: "array" }, prefixEncoding: [{}], itemEncoding: {} },
    };
    const links = { next: { operationId: "get" } };
    const responses = { 200: { ...texts, summary: "A.", headers: { "X-A": header }, content, links } };
    const named = (operationId: string) => ({ operationId, responses });
    const item = {
      ...texts,
      summary: "A.",
      servers: [{ url: "/" }],
      parameters,
      additionalOperations: { COPY: named("copy") },
      ...Object.fromEntries(methods.map((method) => [method, named(method)])),
    };
    const { write: add, folder: empty } = createRepository({});
    const info = { title: "Things", version: "1.0.0" };
    add({ "api.json": JSON.stringify({ openapi: "3.2.0", info, paths: { "/things": item } }) });
    const { exitCode, error } = await runCommandLine([
      "check",
      join(empty, "api.json"),
      "--base-ref",
      "HEAD",
    ]);
    expect(exitCode, error).toBe(0);
  });
});
