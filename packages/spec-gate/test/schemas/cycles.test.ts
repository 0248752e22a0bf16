import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/json-value.ts";
import type { Conjunction } from "../../src/schema/alternatives/alternative.ts";
import type { Direction } from "../../src/schema/alternatives/object-view.ts";
import { rootComparison } from "../../src/schema/compare/comparison.ts";
import { SchemaComparison } from "../../src/schema/compare-schemas.ts";
import { object, verdictOf } from "../api.ts";
import { type Random, randomFrom } from "./random-schema.ts";

const string = { type: "string" };
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

describe("schemas that contain each other", () => {
  test("are compared however deep the change is, and however many ways lead there", () => {
    const count = 3_000;
    const chain = (last: JsonObject) => {
      const to = (index: number) => reference(`Link${index % count}`);
      const links = Array.from({ length: count }, (_, index) => {
        const more = index === count - 1 ? { last } : {};
        return [`Link${index}`, object({ next: to(index + 1), far: to(index * 7), ...more })] as const;
      });
      return { response: to(0), schemas: Object.fromEntries(links) };
    };
    const { changes } = verdictOf(chain(string), chain({ type: "integer" }));
    expect(changes.map(({ rule }) => rule)).toEqual(["response-type-widened"]);
  });

  // A choice made while a pair is in progress takes it to fit. An answer must not depend on the order of questions.
  test.each(["plain", "request", "response"] as const)("are judged alike in any order (%s)", (direction) => {
    const random = randomFrom(7);
    for (let round = 0; round < 20; round++) {
      const [a, b] = versionsOfCycle(random);
      const shared = new SchemaComparison();
      const inTurn = a.map((each, index) => doesFit(shared, each, b[index] as JsonObject, direction));
      const separately = a.map((each, index) =>
        doesFit(new SchemaComparison(), each, b[index] as JsonObject, direction),
      );
      expect(inTurn, JSON.stringify({ round, direction })).toEqual(separately);
    }
  });
});

function doesFit(comparison: SchemaComparison, a: JsonObject, b: JsonObject, direction: Direction): boolean {
  const sides: [Conjunction, Conjunction] = direction === "response" ? [[b], [a]] : [[a], [b]];
  const reasons = comparison.compare(...sides, rootComparison(direction));
  expect(comparison.fits(...sides, rootComparison(direction))).toBe(reasons.length === 0);
  return reasons.length === 0;
}

/** Two versions of a few schemas that contain each other, often as alternatives; one or two properties change. */
function versionsOfCycle(random: Random): [JsonObject[], JsonObject[]] {
  const count = 3 + Math.floor(random() * 3);
  const shape = Array.from({ length: count }, () =>
    Array.from({ length: 3 }, () => ({
      isUnion: random() < 0.6,
      targets: [0, 1].map(() => Math.floor(random() * count)),
      isRequired: random() < 0.5,
    })),
  );
  const changed = Math.floor(random() * count);
  const build = (type: string) => {
    const schemas: JsonObject[] = shape.map(() => ({}));
    for (const [index, properties] of shape.entries()) {
      const entries = properties.map(({ isUnion, targets }, key) => {
        const members = targets.map((target) => schemas[target] as JsonObject);
        return [`p${key}`, isUnion ? { anyOf: members } : (members[0] as JsonObject)] as const;
      });
      const required = properties.flatMap(({ isRequired }, key) => (isRequired ? [`p${key}`] : []));
      const own = { value: { type: index === changed ? type : "string" } };
      const all = { type: "object", properties: { ...own, ...Object.fromEntries(entries) }, required };
      Object.assign(schemas[index] as JsonObject, all);
    }
    return schemas;
  };
  return [build("string"), build("integer")];
}
