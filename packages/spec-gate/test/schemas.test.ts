import { describe, expect, it } from "vitest";
import { verdictOf } from "./api.ts";
import { NARROWING_CASES, REWRITING_CASES } from "./cases/schema-cases.ts";

describe("a schema that is narrower on one side", () => {
  it.each(NARROWING_CASES)("$name: $there, and back: $back", ({ a, b, there, back }) => {
    expect([verdictOf(a, b).impact, verdictOf(b, a).impact]).toEqual([there, back]);
  });
});

describe("a schema that is written in another way", () => {
  it.each(REWRITING_CASES)("$name breaks nobody", ({ a, b }) => {
    const harmless = expect.stringMatching(/^(none|patch)$/);
    expect([verdictOf(a, b).impact, verdictOf(b, a).impact]).toEqual([harmless, harmless]);
  });
});
