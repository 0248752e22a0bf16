import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { POLICIES, policiesPage } from "../src/policies.ts";
import { verdictOf } from "./api.ts";
import { POLICY_CASES } from "./cases/policy-cases.ts";

describe("the table of policies", () => {
  it.each(POLICIES)("decides: $change is $impact", ({ change, impact, rule }) => {
    const [a, b] = POLICY_CASES[change] ?? [{}, {}];
    const verdict = verdictOf(a, b);
    expect(verdict.impact).toBe(impact);
    expect(verdict.changes.map((each) => each.rule)).toContain(rule);
  });

  it("is what the page says", () => {
    const page = readFileSync(new URL("../docs/policies.md", import.meta.url), "utf8");
    expect(page).toBe(policiesPage());
  });
});
