import { expect, test } from "vitest";
import type { Acceptance } from "../src/policy/acceptances.ts";
import type { GatePolicy } from "../src/policy/policy-file.ts";
import { type Decidable, settle } from "../src/policy/settle.ts";
import { isHeld } from "../src/policy/verdict.ts";

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
  unusedAcceptances: "fail",
});
const accept = (operation: Acceptance["operation"]): Acceptance => ({
  rule: "some-rule",
  operation,
  place: "x",
  reason: "looked at by hand",
  until: "2.0.0",
});
const version = "1.0.0";
const isHeldBy = (settled: ReturnType<typeof settle>) => isHeld(settled, { isWordsVersionFree: true });

test("what could not be judged holds the gate", () => {
  const settled = settle([unjudged], { version });
  expect(settled.impact).toBe("not-judged");
  expect(isHeldBy(settled)).toBe(true);
});

test.each(["minor", "off"] as const)("the policy lets pass what could not be judged as %s", (impact) => {
  expect(isHeldBy(settle([unjudged], { version, policy: policy(impact) }))).toBe(false);
});

test("an acceptance covers a change only with all operations that it reaches", () => {
  expect(isHeldBy(settle([unjudged], { version, acceptances: [accept("GET /a")] }))).toBe(true);
  expect(isHeldBy(settle([unjudged], { version, acceptances: [accept(["GET /a", "GET /b"])] }))).toBe(false);
  const two = [accept("GET /a"), accept("GET /b")];
  expect(isHeldBy(settle([unjudged], { version, acceptances: two }))).toBe(false);
});
