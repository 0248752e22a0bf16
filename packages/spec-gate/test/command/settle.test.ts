import { expect, test } from "vitest";
import type { Acceptance } from "../../src/decide/acceptances.ts";
import type { GatePolicy } from "../../src/decide/policy-file.ts";
import { type Decidable, settle } from "../../src/decide/settle.ts";
import { isBlocked } from "../../src/decide/verdict.ts";

const unjudged: Decidable = {
  rule: "some-rule",
  impact: "not-judged",
  subjects: ["GET /a", "GET /b"],
  place: "x",
};
const policy = (impact: "major" | "minor" | "off"): GatePolicy => ({
  file: "spec-gate.yaml",
  rules: { "some-rule": impact },
  breaking: "forbidden",
});
const accept = (operation: Acceptance["operation"]): Acceptance => ({
  description: "openapi.yaml",
  rule: "some-rule",
  operation,
  place: "x",
  reason: "checked by hand",
  until: "2.0.0",
});
const version = "1.0.0";
const blocks = (settled: ReturnType<typeof settle>) => isBlocked(settled);

test("a change without a verdict blocks the gate", () => {
  const settled = settle([unjudged], { version });
  expect(settled.impact).toBe("not-judged");
  expect(blocks(settled)).toBe(true);
});

test.each(["minor", "off"] as const)("the policy can pass a change without a verdict as %s", (impact) => {
  expect(blocks(settle([unjudged], { version, policy: policy(impact) }))).toBe(false);
});

test("an acceptance covers a change only if it names all affected operations", () => {
  expect(blocks(settle([unjudged], { version, acceptances: [accept("GET /a")] }))).toBe(true);
  expect(blocks(settle([unjudged], { version, acceptances: [accept(["GET /a", "GET /b"])] }))).toBe(false);
  const two = [accept("GET /a"), accept("GET /b")];
  expect(blocks(settle([unjudged], { version, acceptances: two }))).toBe(false);
});
