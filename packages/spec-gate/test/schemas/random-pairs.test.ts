import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/json-value.ts";
import { rootComparison } from "../../src/schema/compare/comparison.ts";
import { SchemaComparison } from "../../src/schema/compare-schemas.ts";
import { changedSchema, randomFrom, randomSchema, randomValue } from "./random-schema.ts";

// Each pair has its number as its seed.
const count = 3_000;
const valuesPerPair = 40;
const shown = (wrong: readonly unknown[]) => wrong.slice(0, 4).map((each) => JSON.stringify(each));
const reasonsBetween = (a: JsonObject | boolean, b: JsonObject | boolean) =>
  new SchemaComparison().compare([a], [b], rootComparison("plain"));

describe("the comparison of random schemas", () => {
  const pairs = Array.from({ length: count }, (_, index) => pairOf(index + 1));

  test("never says that a schema fits another if Ajv finds a value that does not", () => {
    const ajv = new Ajv2020({ strict: false, allErrors: false, logger: false });
    const fitting = pairs.filter(({ a, b }) => reasonsBetween(a, b).length === 0);
    const missed = fitting.flatMap(({ values, ...pair }) => {
      const [isA, isB] = [ajv.compile(pair.a), ajv.compile(pair.b)];
      const value = values.find((each) => isA(each) && !isB(each));
      return value === undefined ? [] : [{ ...pair, value }];
    });
    expect(shown(missed)).toEqual([]);
    expect(fitting.length).toBeGreaterThan(count / 10);
  });

  test("finds that every schema fits itself", () => {
    const strange = pairs.filter(({ a }) => reasonsBetween(a, structuredClone(a)).length > 0);
    expect(shown(strange)).toEqual([]);
  });
});

/** Creates a pair of schemas, which usually differ in only one place. */
function pairOf(seed: number) {
  const random = randomFrom(seed);
  const a = randomSchema(random, 2);
  const b = random() < 0.8 ? changedSchema(random, a) : randomSchema(random, 2);
  const values = Array.from({ length: valuesPerPair }, () => randomValue(random, 2));
  return random() < 0.5 ? { seed, a, b, values } : { seed, a: b, b: a, values };
}
