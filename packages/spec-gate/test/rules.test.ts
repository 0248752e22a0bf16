import { expect, test } from "vitest";
import { rules } from "../src/compare/rules.ts";
import { verdictOf } from "./api.ts";
import { contractCases } from "./cases/contract-cases.ts";
import { policyCases } from "./cases/policy-cases.ts";
import { narrowingCases, rewritingCases } from "./cases/schema-cases.ts";

const harmless = [...Object.values(contractCases).flat(), ...rewritingCases].filter(
  ({ there, back }) => there !== "major" && back !== "major",
);

test("has a breaking change, or a removal, for every rule", () => {
  const cases = [...Object.values(contractCases).flat(), ...narrowingCases].flatMap(({ a, b }) => [
    [a, b] as const,
    [b, a] as const,
  ]);
  const fired = [...cases, ...Object.values(policyCases)].flatMap(([a, b]) =>
    verdictOf(a, b).changes.map(({ rule }) => rule),
  );
  expect(Object.keys(rules).filter((rule) => !fired.some((each) => each === rule))).toEqual([]);
});

test("says for every breaking change whom it breaks and what to do instead", () => {
  const changes = [...narrowingCases, ...Object.values(contractCases).flat()].flatMap(
    ({ a, b }) => verdictOf(a, b).changes,
  );
  const breaking = changes.filter(({ impact }) => impact === "major");
  expect(breaking.length).toBeGreaterThan(80);
  expect(breaking.filter(({ who, instead }) => who === "nobody" || !instead)).toEqual([]);
});

test("stays silent on every harmless change in both directions", () => {
  const alarms = harmless.filter(({ a, b }) =>
    [verdictOf(a, b), verdictOf(b, a)].some(({ impact }) => impact === "major"),
  );
  expect(harmless.length).toBeGreaterThan(70);
  expect(alarms).toEqual([]);
});
