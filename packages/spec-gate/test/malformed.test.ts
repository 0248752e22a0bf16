import { describe, expect, test } from "vitest";
import type { Parts } from "../corpus/load-fragments.ts";
import { type JsonObject, objectOf } from "../src/json-value.ts";
import { descriptionOf, json, object, verdictOf } from "./api.ts";
import { createRepository } from "./command/repository.ts";
import { runCli } from "./command/run-cli.ts";
import { temporaryFiles } from "./temporary-files.ts";

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
  const { folder, write } = temporaryFiles();
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
    return runCli(["diff", ...files], folder);
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
    const { code, stdout } = await judged(parts);
    expect(code, stdout).toBe(1);
    const entry = stdout.split("\n\n").find((each) => each.includes(`${place}\n`)) ?? stdout;
    expect(entry).toMatch(/^not-judged /);
    expect(entry).toMatch(/ has to (?:be|have) .*; instead: fix the description/s);
    expect(entry).toMatch(/not-judged at .*revision\.json:\d+:\d+$/);
  });

  test("says how to write a reference", async () => {
    const { stdout } = await judged({ ...whole, request: "#/components/schemas/Order" });
    expect(stdout).toContain(
      'schema has to be a schema; write { $ref: "#/components/schemas/Order" } for a reference',
    );
  });

  test("is named with its line in a first description", async () => {
    const { write: add, folder: empty } = createRepository({});
    add({ "api.json": JSON.stringify(descriptionOf({ ...whole, request: "hello" }), null, 2) });
    const { code, stderr } = await runCli(["check", "api.json", "--base-ref", "HEAD"], empty);
    expect(code).toBe(2);
    expect(stderr).toMatch(/api\.json:\d+ is not valid OpenAPI: schema has to be a schema/);
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
    ).toMatchObject({ code: 0 });
  });
});
