import { describe, expect, test } from "vitest";
import { policies } from "../src/policies.ts";
import { defaultImpacts } from "../src/policy/rule-table.ts";
import { verdictOf } from "./api.ts";
import { policyCases } from "./cases/policy-cases.ts";

describe("the table of policies", () => {
  test.each(policies)("decides: %s", (change, rule) => {
    const [a, b] = policyCases[change];
    const verdict = verdictOf(a, b);
    expect(verdict.impact).toBe(defaultImpacts[rule]);
    expect(verdict.changes.map((each) => each.rule)).toContain(rule);
  });
});
