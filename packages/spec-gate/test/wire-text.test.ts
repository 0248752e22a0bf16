import { describe, expect, test } from "vitest";
import type { Parts } from "../corpus/load-fragments.ts";
import type { JsonObject } from "../src/json-value.ts";
import { verdictOf } from "./api.ts";

const string = { type: "string" };
const integer = { type: "integer" };
const list = (items: unknown, more: JsonObject = {}) => ({ type: "array", items, ...more });
const parameter = (schema: unknown, more: JsonObject = {}): Parts => ({
  parameters: [{ name: "q", in: "query", schema, ...more }],
});
const header = (schema: unknown): Parts => ({
  operation: { responses: { 200: { description: "Ok.", headers: { "X-A": { schema } } } } },
});
const rulesOf = (a: Parts, b: Parts) => verdictOf(a, b).changes.map(({ rule }) => rule);

describe("a parameter of another type", () => {
  test.each<[name: string, before: unknown, after: unknown, rule: string]>([
    ["an integer and a text", integer, string, "parameter-text-kept"],
    ["a bounded integer and a text", { ...integer, minimum: 3 }, string, "parameter-text-kept"],
    [
      "an integer and digits",
      { ...integer, minimum: 0, maximum: 9 },
      { ...string, pattern: "^[0-9]$" },
      "parameter-text-kept",
    ],
    ["a boolean and an enum", { type: "boolean" }, { enum: ["true", "false"] }, "parameter-text-kept"],
    ["listed numbers and listed texts", { enum: [1, 2] }, { enum: ["1", "2", "3"] }, "parameter-text-kept"],
    ["a number and a text", { type: "number" }, string, "parameter-text-kept"],
    ["digits and an integer", { ...string, pattern: "^[1-9][0-9]{0,5}$" }, integer, "parameter-text-kept"],
    ["a text and a list of texts", string, list(string), "parameter-became-list"],
    ["an enum and a list of it", { enum: ["a"] }, list({ enum: ["a", "b"] }), "parameter-became-list"],
    ["an integer and a list of texts", integer, list(string), "parameter-became-list"],
    ["a text and a list of at most one", string, list(string, { maxItems: 1 }), "parameter-became-list"],
  ])("whose texts are still accepted has a rule of its own: %s", (_name, before, after, rule) => {
    expect(rulesOf(parameter(before), parameter(after))).toEqual([rule]);
  });

  test.each<[name: string, before: unknown, after: unknown, more?: JsonObject]>([
    ["a text and an integer", string, integer],
    ["a number and an integer", { type: "number" }, integer],
    ["an integer and a shorter text", integer, { ...string, maxLength: 3 }],
    ["an integer and an integer with a bound", integer, { ...integer, minimum: 1 }],
    ["a text and one with a pattern", string, { ...string, pattern: "^a" }],
    ["digits and an integer with a bound", { ...string, pattern: "^[0-9]{9}$" }, { ...integer, maximum: 5 }],
    ["leading zeros and an integer", { ...string, pattern: "^[0-9]+$" }, integer],
    ["a boolean and other words", { type: "boolean" }, { enum: ["yes", "no"] }],
    ["a text and a list of at least two", string, list(string, { minItems: 2 })],
    ["a text and a list of integers", string, list(integer)],
    ["a text and a list in one text", string, list(string), { explode: false }],
    ["a text and a list with pipes", string, list(string), { style: "pipeDelimited", explode: false }],
    ["a list and a text", list(string), string],
    ["a list and shorter list", list(string), list(string, { maxItems: 1 })],
    ["an object and a text", { type: "object" }, string],
    ["a text that is excluded", string, { ...string, not: { const: "a" } }],
  ])("whose texts are not all accepted breaks: %s", (_name, before, after, more = {}) => {
    const rules = rulesOf(parameter(before), parameter(after, more));
    expect(rules.filter((rule) => /^(parameter-text-kept|parameter-became-list)$/.test(rule))).toEqual([]);
    expect(verdictOf(parameter(before), parameter(after, more)).impact).toBe("major");
  });

  test("in a path or a header is not exploded into a list", () => {
    const inHeader = (schema: unknown) => parameter(schema, { in: "header" });
    expect(rulesOf(inHeader(string), inHeader(list(string)))).not.toContain("parameter-became-list");
    expect(rulesOf(inHeader(integer), inHeader(string))).toEqual(["parameter-text-kept"]);
  });

  test("in a response header is compared the other way", () => {
    expect(rulesOf(header(string), header(integer))).toEqual(["response-header-text-kept"]);
    expect(rulesOf(header(integer), header(string))).toContain("response-type-widened");
  });

  test("of a body is another value", () => {
    expect(rulesOf({ request: integer }, { request: string })).toContain("request-type-narrowed");
  });
});
