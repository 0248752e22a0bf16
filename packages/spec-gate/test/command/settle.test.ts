import { expect, test } from "vitest";
import type { Acceptance } from "../../src/decide/acceptances.ts";
import type { GatePolicy } from "../../src/decide/policy-file.ts";
import { type Decidable, settle } from "../../src/decide/settle.ts";
import { isBlocked } from "../../src/decide/verdict.ts";

const place = { rule: "some-rule", place: "x" };
const unjudged: Decidable = { ...place, impact: "not-judged", subjects: ["GET /a", "GET /b"] };
const policy = (impact: "major" | "minor" | "off"): GatePolicy => {
  return { file: "spec-gate.yaml", rules: { "some-rule": impact }, breaking: "forbidden" };
};
const accept = (operation: Acceptance["operation"]): Acceptance => {
  return { ...place, description: "openapi.yaml", operation, reason: "checked by hand", until: "2.0.0" };
};

test.each([
  ["blocks the gate", {}, true],
  ["passes as minor by the policy", { policy: policy("minor") }, false],
  ["passes if the policy turns it off", { policy: policy("off") }, false],
  ["is not accepted for one of its operations", { acceptances: [accept("GET /a")] }, true],
  ["is accepted for all of them", { acceptances: [accept(["GET /a", "GET /b"])] }, false],
  ["is accepted for each of them", { acceptances: [accept("GET /a"), accept("GET /b")] }, false],
])("a change without a verdict %s", (_name, decisions, isBlocking) => {
  const settled = settle([unjudged], { version: "1.0.0", ...decisions });
  expect(settled.impact === "not-judged").toBe(isBlocking);
  expect(isBlocked(settled)).toBe(isBlocking);
});
