import { describe, expect, test } from "vitest";
import { verdictOf } from "./api.ts";
import { narrowingCases, rewritingCases } from "./cases/schema-cases.ts";

describe("a schema that is narrower on one side", () => {
  test.each(narrowingCases)("$name: $there, and back: $back", ({ a, b, there, back }) => {
    expect([verdictOf(a, b).impact, verdictOf(b, a).impact]).toEqual([there, back]);
  });
});

describe("a rewritten schema", () => {
  test.each(rewritingCases)("$name does not break anything", ({ a, b }) => {
    const harmless = expect.stringMatching(/^(none|patch)$/);
    expect([verdictOf(a, b).impact, verdictOf(b, a).impact]).toEqual([harmless, harmless]);
  });
});
