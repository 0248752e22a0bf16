import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { SchemaComparison } from "../src/schema/compare-schemas.ts";
import { rootComparison } from "../src/schema/comparison.ts";
import { changedSchema, randomFrom, randomSchema, randomValue } from "./random-schema.ts";

const pairs = 600;
const valuesPerPair = 40;

/** Creates a pair of schemas, which usually differ in only one place. */
function pairOf(seed: number) {
  const random = randomFrom(seed);
  const a = randomSchema(random, 2);
  const b = random() < 0.8 ? changedSchema(random, a) : randomSchema(random, 2);
  const values = Array.from({ length: valuesPerPair }, () => randomValue(random, 2));
  return random() < 0.5 ? { a, b, values } : { a: b, b: a, values };
}

describe("the comparison of schemas", () => {
  test("never says that a schema fits another if Ajv finds a value that does not", () => {
    const ajv = new Ajv2020({ strict: false, allErrors: false, logger: false });
    let fitting = 0;
    const missed: unknown[] = [];
    for (let seed = 1; seed <= pairs; seed++) {
      const { a, b, values } = pairOf(seed);
      const comparison = new SchemaComparison();
      if (comparison.compare([a], [b], rootComparison("plain")).length > 0) continue;
      fitting++;
      const [isA, isB] = [ajv.compile(a), ajv.compile(b)];
      const value = values.find((each) => isA(each) && !isB(each));
      if (value !== undefined) missed.push({ seed, a, b, value });
    }
    expect(missed.slice(0, 4).map((each) => JSON.stringify(each))).toEqual([]);
    expect(fitting).toBeGreaterThan(pairs / 10);
  });

  test("finds that every schema fits itself", () => {
    const strange: unknown[] = [];
    for (let seed = 1; seed <= pairs; seed++) {
      const { a } = pairOf(seed);
      const comparison = new SchemaComparison();
      const reasons = comparison.compare([a], [structuredClone(a)], rootComparison("plain"));
      if (reasons.length > 0) strange.push({ a, reasons });
    }
    expect(strange.slice(0, 4).map((each) => JSON.stringify(each))).toEqual([]);
  });
});
