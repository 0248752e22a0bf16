import { describe, expect, it } from "vitest";
import { verdictOf } from "./api.ts";
import { CONTRACT_CASES } from "./cases/contract-cases.ts";

describe.each(Object.entries(CONTRACT_CASES))("a change of %s", (_name, cases) => {
  it.each(cases)("$name: $there, and back: $back", ({ a, b, there, back }) => {
    expect([verdictOf(a, b).impact, verdictOf(b, a).impact]).toEqual([there, back]);
  });
});
