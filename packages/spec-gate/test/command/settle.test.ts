import { expect, test } from "vitest";
import type { Acceptance } from "../../src/decide/acceptances.ts";
import type { GatePolicy } from "../../src/decide/policy-file.ts";
import { settle } from "../../src/decide/settle.ts";
import { isBlocked } from "../../src/decide/verdict.ts";
import type { Change } from "../../src/rules/changes/change.ts";

const place = { rule: "not-judged", place: "x" } as const;
const unjudged: Change = {
  ...place,
  impact: "not-judged",
  subjects: ["GET /a", "GET /b"],
  who: "nobody",
  message: "the change could not be judged",
};
const policy = (impact: "major" | "minor" | "off"): GatePolicy => {
  return { file: "spec-gate.yaml", rules: { "not-judged": impact }, breaking: "forbidden" };
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
