import { describe, expect, test } from "vitest";
import type { Parts } from "../corpus/load-fragments.ts";
import { evidenceBetween } from "../corpus/run-witnesses.ts";
import { runCommandLine } from "../src/cli/command-line.ts";
import type { JsonObject } from "../src/json-value.ts";
import { apiOf, descriptionOf, json, object } from "./api.ts";
import { temporaryFiles } from "./temporary-files.ts";

const { write } = temporaryFiles();
const evidence = (a: Parts, b: Parts) => evidenceBetween(apiOf(a), apiOf(b));
const string = { type: "string" };
const query = (schema: JsonObject) => ({ parameters: [{ name: "q", in: "query", schema }] });

describe("a witness", () => {
  test.each<[what: string, a: Parts, b: Parts, witness: object]>([
    [
      "a value that is no longer accepted",
      { request: object({ a: { enum: ["x", "it's"] } }) },
      { request: object({ a: { enum: ["x"] } }) },
      {
        message: { body: { a: "it's" } },
        problem: '/body/a must be equal to one of the allowed values: ["x"]',
      },
    ],
    [
      "what a request lacks",
      { request: object({ a: string }) },
      { request: object({ a: string }, { required: ["a"] }) },
      { message: { body: {} }, problem: "/body must have required property 'a'" },
    ],
    [
      "a parameter",
      query({ type: "integer", maximum: 9 }),
      query({ type: "integer", maximum: 5 }),
      { message: { query: { q: 9 } }, problem: "/query/q must be <= 5" },
    ],
    [
      "a response that readers do not expect",
      { response: object({ a: { type: "array", items: object({ b: string }, { required: ["b"] }) } }) },
      { response: object({ a: { type: "array", items: object({ b: string }) } }) },
      { message: { body: { a: [{}] } }, problem: "/body/a/0 must have required property 'b'" },
    ],
    [
      "a text that only one of two patterns matches",
      { request: object({ a: { ...string, pattern: "^[A-Z]{2}-\\d+$" } }) },
      { request: object({ a: { ...string, pattern: "^[A-Z]{2}-\\d{1,3}$" } }) },
      { problem: '/body/a must match pattern "^[A-Z]{2}-\\d{1,3}$"' },
    ],
    [
      "a null of OpenAPI 3.0",
      { openapi: "3.0.3", response: object({ a: string }) },
      { openapi: "3.0.3", response: object({ a: { ...string, nullable: true } }) },
      { message: { body: { a: null } }, problem: "/body/a must be string" },
    ],
  ])("is %s", async (_what, a, b, witness) => {
    const [found] = await evidence(a, b);
    expect(found).toMatchObject({ class: "shown", witness });
  });

  test("has neither what the direction hides nor another break of the same message", async () => {
    const a = object({ a: { ...string, maxLength: 9 } });
    const hidden = object(
      { a: { ...string, maxLength: 5 }, id: { ...string, readOnly: true } },
      { required: ["id"] },
    );
    const [found] = await evidence({ request: a }, { request: hidden });
    expect(found?.witness?.problem).toBe("/body/a must NOT have more than 5 characters");
  });
});

test("a removed property is so by rule, and a default or a text that reads alike is not shown", async () => {
  const removed = await evidence(
    { response: object({ a: string, b: string }) },
    { response: object({ a: string }) },
  );
  expect(removed).toEqual([{ class: "by-rule" }]);
  const defaulted = await evidence(query({ ...string, default: "x" }), query({ ...string, default: "y" }));
  expect(defaulted).toEqual([{ class: "not-shown" }]);
  expect(await evidence(query({ type: "integer" }), query(string))).toEqual([{ class: "not-shown" }]);
});

test("a schema that a validator cannot read is not shown", async () => {
  const broken = (maxLength: number) => ({
    request: object({ a: { ...string, maxLength }, b: { pattern: "(" } }),
  });
  expect(await evidence(broken(9), broken(5))).toEqual([{ class: "not-shown" }]);
});

test("the reports have the witness, shortened where it is long", async () => {
  const of = (maxLength: number) => ({
    requestBody: { content: json(object({ a: { ...string, maxLength } })) },
  });
  const [base, revision] = [5_000, 2_000].map((size) =>
    write(`${size}.json`, descriptionOf({ operation: of(size) })),
  );
  const run = async (...options: string[]) =>
    (await runCommandLine(["diff", String(base), String(revision), ...options])).output;
  expect(await run()).not.toContain("shown");
  expect(await run("--witness")).toMatch(
    /shown: \/body\/a must .*\n +\{"body".* \(\d{4} characters; the JSON/,
  );
  expect(await run("--witness", "--format", "markdown")).toMatch(
    /2000 characters\.\n\n {2}```text\n {2}\{.*\n {2}```/,
  );
});
