import { describe, expect, test } from "vitest";
import { verdictOf } from "./api.ts";
import { contractCases } from "./cases/contract-cases.ts";

describe.each(Object.entries(contractCases))("a change to %s", (_name, cases) => {
  test.each(cases)("$name: $there, and back: $back", ({ a, b, there, back }) => {
    expect([verdictOf(a, b).impact, verdictOf(b, a).impact]).toEqual([there, back]);
  });
});
