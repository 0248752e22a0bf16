import { describe, expect, test } from "vitest";
import { object, type Parts, verdictOf } from "./api.ts";

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

  test("that is new has no verdict", () => {
    expect(rules(sent({ type: "integer", minimum: 1 }), sent(wrong))).toContainEqual([
      "not-judged",
      "not-judged",
    ]);
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
