import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Case, contractCases, policyCases, schemaCases } from "../corpus/load-fragments.ts";
import { defaultImpacts } from "../src/decide/policy-template.ts";
import type { JsonObject } from "../src/json-value.ts";
import type { Verdict } from "../src/rules/changes/change.ts";
import { rules } from "../src/rules/rules.ts";
import { object, verdictOf } from "./api.ts";

/** A schema with more alternatives than can be compared one by one. */
function alternatives(last: string): JsonObject {
  const part = (index: number) => ["a", "b", last].map((kind) => object({ [`p${index}`]: { const: kind } }));
  return { allOf: Array.from({ length: 7 }, (_, index) => ({ anyOf: part(index) })) };
}

const { narrower, same } = schemaCases();
const verdicts = new Map<Case, readonly [there: Verdict, back: Verdict]>();

/** Judges the change and its reverse, once for all tests. */
function bothWays(change: Case) {
  const { a, b } = change;
  const both = verdicts.get(change) ?? ([verdictOf(a, b), verdictOf(b, a)] as const);
  verdicts.set(change, both);
  return both;
}

const judged = [...contractCases(), ...narrower];

test.each(judged)("$name: $there, and back: $back", (change) => {
  const [there, back] = bothWays(change);
  expect([there.impact, back.impact]).toEqual([change.there, change.back]);
  if (change.rule !== undefined) expect(there.changes.map(({ rule }) => rule)).toContain(change.rule);
});

test.each(same)("$name is the same when rewritten", (change) => {
  const harmless = expect.stringMatching(/^(none|patch)$/);
  expect(bothWays(change).map(({ impact }) => impact)).toEqual([harmless, harmless]);
});

describe("the table of policies", () => {
  const page = readFileSync(new URL("../docs/policies.md", import.meta.url), "utf8");
  const rows = [...page.matchAll(/^\| (?!Change |-)(.+?) +\| (\S+) +\| `(\S+)` +\| .* \|$/gm)];
  const cases = policyCases();
  const tooMany = { request: object({ a: alternatives("c") }) };
  cases.set("too many alternatives to compare", [tooMany, { request: object({ a: alternatives("d") }) }]);

  test.each(rows.map(([, change = "", impact = "", rule = ""]) => [change, impact, rule] as const))(
    "decides: %s: %s by %s",
    (change, impact, rule) => {
      const [a, b] = cases.get(change) ?? [];
      if (!a || !b) throw new Error(`no fragments for: ${change}`);
      const verdict = verdictOf(a, b);
      expect(verdict.impact).toBe(impact);
      expect(defaultImpacts[rule]).toBe(impact);
      expect(verdict.changes.map((each) => each.rule)).toContain(rule);
    },
  );

  test("has a line for every case", () => {
    expect(rows.map(([, change]) => change).sort()).toEqual([...cases.keys()].sort());
  });

  test("and the other changes have every rule", () => {
    const onPolicies = [...cases.values()].flatMap(([a, b]) => verdictOf(a, b).changes);
    const found = [...judged.flatMap(bothWays).flatMap(({ changes }) => changes), ...onPolicies];
    const fired = new Set<string>(found.map(({ rule }) => rule));
    expect(Object.keys(rules).filter((rule) => !fired.has(rule))).toEqual([]);
  });
});

test("an entry says for every breaking change whom it breaks and what to do instead", () => {
  const found = judged.flatMap(bothWays).flatMap(({ changes }) => changes);
  const breaking = found.filter(({ impact }) => impact === "major");
  expect(breaking.length).toBeGreaterThan(80);
  expect(breaking.filter(({ who, instead }) => who === "nobody" || !instead)).toEqual([]);
});
