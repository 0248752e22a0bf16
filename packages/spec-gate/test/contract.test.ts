import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Case, contractCases, policyCases, schemaCases } from "../corpus/load-fragments.ts";
import { defaultImpacts } from "../src/decide/policy-template.ts";
import type { JsonObject } from "../src/json-value.ts";
import type { Change, Verdict } from "../src/rules/changes/change.ts";
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

describe("an entry of any change", () => {
  const entries = () => {
    const policies = [...policyCases().values()].flatMap(([a, b]) => [verdictOf(a, b), verdictOf(b, a)]);
    const verdicts = [...[...judged, ...same].flatMap(bothWays), ...policies];
    return verdicts.flatMap(({ changes }) => changes);
  };
  const sides = ({ message, base, revision }: Change) =>
    [message, base, revision].filter((side) => side !== undefined);
  const wrong = (isRight: (entry: Change) => boolean) => {
    const found = entries().filter((entry) => !isRight(entry));
    return [...new Set(found.map((entry) => `${entry.rule}: ${sides(entry)}`))];
  };
  // What is there or not has nothing to show of either side.
  const showsNothing = new RegExp(
    [
      "(?:operation|webhook|callback|parameter|body|header|property|response|range)-(?:added|removed)",
      "not-(?:narrowed|widened)|dependency|items-contained|property-names|deprecation|to-closed",
      "properties-(?:opened|closed)|request-encoding|header-(?:optional|always|serialization)|callback-reply",
      "rearranged|text-changed",
    ].join("|"),
  );
  const mayShowLess = /(?:media-type|variant)-(?:added|removed)|one-of|not-judged|malformed/;
  // Lists of values, or names of variants, can be the same where what changed is inside them.
  const mayShowTheSame = /values-(?:added|removed)|overlap/;

  test("says whom a breaking one breaks, and what to do instead", () => {
    const breaking = entries().filter(({ impact }) => impact === "major");
    expect(breaking.length).toBeGreaterThan(80);
    expect(
      wrong(({ impact, who, instead }) => impact !== "major" || (who !== "nobody" && !!instead)),
    ).toEqual([]);
    expect(wrong(({ impact, who }) => !["patch", "minor"].includes(impact) || who === "nobody")).toEqual([]);
  });

  test("has words, and a line unless the whole description changed", () => {
    const isWritten = (text: string) => text.trim() !== "" && !/undefined|NaN|Infinity|\[object/.test(text);
    expect(wrong((entry) => sides(entry).every(isWritten))).toEqual([]);
    expect(wrong(({ rule, location }) => (rule === "rearranged") === (location === undefined))).toEqual([]);
  });

  test("shows two sides that differ, unless something is added or removed", () => {
    const isRight = ({ rule, base, revision }: Change) => {
      if (mayShowLess.test(rule)) return true;
      if (showsNothing.test(rule)) return base === undefined && revision === undefined;
      const areBoth = base !== undefined && revision !== undefined;
      return areBoth && (base !== revision || mayShowTheSame.test(rule));
    };
    expect(wrong(isRight)).toEqual([]);
  });
});
