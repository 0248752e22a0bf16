import { expect, it } from "vitest";
import { RULES } from "../src/compare/rules.ts";
import { verdictOf } from "./api.ts";
import { CONTRACT_CASES } from "./cases/contract-cases.ts";
import { POLICY_CASES } from "./cases/policy-cases.ts";
import { NARROWING_CASES, REWRITING_CASES } from "./cases/schema-cases.ts";

const harmless = [...Object.values(CONTRACT_CASES).flat(), ...REWRITING_CASES].filter(
  ({ there, back }) => there !== "major" && back !== "major",
);

it("has a change that breaks, or that takes away, for every rule", () => {
  const cases = [...Object.values(CONTRACT_CASES).flat(), ...NARROWING_CASES].flatMap(({ a, b }) => [
    [a, b] as const,
    [b, a] as const,
  ]);
  const fired = [...cases, ...Object.values(POLICY_CASES)].flatMap(([a, b]) =>
    verdictOf(a, b).changes.map(({ rule }) => rule),
  );
  expect(Object.keys(RULES).filter((rule) => !fired.some((each) => each === rule))).toEqual([]);
});

it("says for every breaking change whom it breaks and what to do instead", () => {
  const changes = [...NARROWING_CASES, ...Object.values(CONTRACT_CASES).flat()].flatMap(
    ({ a, b }) => verdictOf(a, b).changes,
  );
  const breaking = changes.filter(({ impact }) => impact === "major");
  expect(breaking.length).toBeGreaterThan(80);
  expect(breaking.filter(({ who, instead }) => who === "nobody" || !instead)).toEqual([]);
});

it("is silent on every harmless change, both ways", () => {
  const alarms = harmless.filter(({ a, b }) =>
    [verdictOf(a, b), verdictOf(b, a)].some(({ impact }) => impact === "major"),
  );
  expect(harmless.length).toBeGreaterThan(70);
  expect(alarms).toEqual([]);
});
