import { describe, expect, test } from "vitest";
import type { Verdict } from "../src/compare/change.ts";
import { rules } from "../src/compare/rules.ts";
import { type Case, type Parts, verdictOf } from "./api.ts";
import { contractCases } from "./cases/contract-cases.ts";
import { policyCases } from "./cases/policy-cases.ts";
import { narrowingCases, rewritingCases } from "./cases/schema-cases.ts";

const verdicts = new Map<
  { readonly a: Parts; readonly b: Parts },
  readonly [there: Verdict, back: Verdict]
>();

/** Judges the change and its reverse, once for all tests. */
function bothWays(change: Pick<Case, "a" | "b">) {
  const { a, b } = change;
  const both = verdicts.get(change) ?? ([verdictOf(a, b), verdictOf(b, a)] as const);
  verdicts.set(change, both);
  return both;
}
const impactsOf = (change: Pick<Case, "a" | "b">) => bothWays(change).map(({ impact }) => impact);

describe.each(Object.entries(contractCases))("a change to %s", (_name, cases) => {
  test.each(cases)("$name: $there, and back: $back", (change) => {
    expect(impactsOf(change)).toEqual([change.there, change.back]);
  });
});

describe("a schema that is narrower on one side", () => {
  test.each(narrowingCases)("$name: $there, and back: $back", (change) => {
    expect(impactsOf(change)).toEqual([change.there, change.back]);
  });
});

describe("a rewritten schema", () => {
  test.each(rewritingCases)("$name does not break anything", (change) => {
    const harmless = expect.stringMatching(/^(none|patch)$/);
    expect(impactsOf(change)).toEqual([harmless, harmless]);
  });
});

describe("the rules", () => {
  const cases = [...Object.values(contractCases).flat(), ...narrowingCases];
  const found = () => cases.flatMap(bothWays).flatMap(({ changes }) => changes);

  test("each have a breaking change, or a removal", () => {
    const onPolicies = Object.values(policyCases).flatMap(([a, b]) => verdictOf(a, b).changes);
    const fired = new Set<string>([...found(), ...onPolicies].map(({ rule }) => rule));
    expect(Object.keys(rules).filter((rule) => !fired.has(rule))).toEqual([]);
  });

  test("say for every breaking change whom it breaks and what to do instead", () => {
    const breaking = found().filter(({ impact }) => impact === "major");
    expect(breaking.length).toBeGreaterThan(80);
    expect(breaking.filter(({ who, instead }) => who === "nobody" || !instead)).toEqual([]);
  });
});
