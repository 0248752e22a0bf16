import { describe, expect, test } from "vitest";
import { object, verdictOf } from "../api.ts";

const judged = (before: string, after: string) => {
  const of = (pattern: string) => ({ request: object({ a: { type: "string", pattern } }) });
  return verdictOf(of(before), of(after)).changes.map(({ rule, message }) => ({ rule, message }));
};
const why = (obstacle: string) =>
  `it cannot be proven that nothing is lost, because the gate does not compare ${obstacle}`;

describe("a pattern that automata cannot express", () => {
  test.each([
    ["a(?=b).*", "a(?=c).*", "a lookahead"],
    ["a.*(?<!b.*)c", "a.*(?<!d.*)c", "a lookbehind"],
    ["^(a+)b\\1$", "^(a+)c\\1$", "a back-reference"],
    ["(?i)abc", "(?i)abd", "an inline flag that ECMA-262 does not have"],
    ["a++b", "a++c", "a possessive quantifier that ECMA-262 does not have"],
    ["(?>a|b)c", "(?>a|b)d", "an atomic group that ECMA-262 does not have"],
  ])("is not said to lose texts: %s → %s", (before, after, obstacle) => {
    expect(judged(before, after)).toContainEqual({
      rule: "request-pattern-narrowed",
      message: why(obstacle),
    });
  });
});

describe("leading lookaheads", () => {
  test.each([
    ["one is dropped", "^(?=.*[A-Z])(?=.*\\d)[A-Za-z\\d]{8,}$", "^(?=.*[A-Z])[A-Za-z\\d]{8,}$"],
    ["their order", "^(?=.*[A-Z])(?=.*\\d)\\w{8,20}$", "^(?=.*\\d)(?=.*[A-Z])\\w{8,20}$"],
    ["the rest is wider", "^(?!-)[a-z-]{1,10}$", "^(?!-)[a-z-]{1,20}$"],
    ["written out", "^(?!-)[a-z-]+$", "^[a-z][a-z-]*$"],
    ["with parentheses in a class", "^(?=[)(]|a)[()a]{1,3}$", "^[()a]{1,4}$"],
  ])("are compared as intersections: %s", (_name, before, after) => {
    expect(judged(before, after).filter(({ rule }) => rule === "request-pattern-narrowed")).toEqual([]);
  });

  test.each([
    ["one is added", "^[a-z-]{1,10}$", "^(?!-)[a-z-]{1,10}$"],
    ["one is narrower", "^(?=.*[A-Z\\d])\\w+$", "^(?=.*[A-Z])\\w+$"],
  ])("lose texts where %s", (_name, before, after) => {
    const message = "texts that used to match are rejected";
    expect(judged(before, after)).toEqual([{ rule: "request-pattern-narrowed", message }]);
  });

  test("concern only the first of several alternatives", () => {
    expect(judged("^(?=a)a|b$", "^(?=a)a|c$")).not.toEqual([]);
  });
});
