import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/json-value.ts";
import type { Direction } from "../../src/schema/alternatives/object-view.ts";
import { rootComparison } from "../../src/schema/compare/comparison.ts";
import { SchemaComparison } from "../../src/schema/compare-schemas.ts";
import { changedSchema, randomFrom, randomSchema, randomValue } from "./random-schema.ts";
import { resized, sizedSchema, valuesAround } from "./sized-schema.ts";

/** How many random pairs of schemas to compare; each has its number as its seed. */
export interface PairCounts {
  /** Pairs of any keywords. */
  readonly plain: number;
  /** Pairs with bounds, for each direction. */
  readonly sized: number;
}

const valuesPerPair = 40;
const seedsTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const shown = (wrong: readonly unknown[]) => wrong.slice(0, 4).map((each) => JSON.stringify(each));
const reasonsBetween = (a: JsonObject | boolean, b: JsonObject | boolean, direction: Direction) =>
  new SchemaComparison().compare([a], [b], rootComparison(direction));

/** Tests the comparison of random schemas against Ajv. */
export function testRandomPairs({ plain, sized }: PairCounts): void {
  describe("the comparison of schemas", () => {
    test("never says that a schema fits another if Ajv finds a value that does not", () => {
      const ajv = new Ajv2020({ strict: false, allErrors: false, logger: false });
      let fitting = 0;
      const missed: unknown[] = [];
      for (const seed of seedsTo(plain)) {
        const { a, b, values } = pairOf(seed);
        if (reasonsBetween(a, b, "plain").length > 0) continue;
        fitting++;
        const [isA, isB] = [ajv.compile(a), ajv.compile(b)];
        const value = values.find((each) => isA(each) && !isB(each));
        if (value !== undefined) missed.push({ seed, a, b, value });
      }
      expect(shown(missed)).toEqual([]);
      expect(fitting).toBeGreaterThan(plain / 10);
    });

    test("finds that every schema fits itself", () => {
      const strange: unknown[] = [];
      for (const seed of seedsTo(plain)) {
        const { a } = pairOf(seed);
        const reasons = reasonsBetween(a, structuredClone(a), "plain");
        if (reasons.length > 0) strange.push({ seed, a, reasons });
      }
      expect(shown(strange)).toEqual([]);
    });

    test.each(["plain", "request", "response"] as const)(
      "never overlooks a bound, whatever its size (%s)",
      (direction) => {
        const ajv = new Ajv2020({ strict: false, logger: false });
        const missed: unknown[] = [];
        const alarms: unknown[] = [];
        for (const seed of seedsTo(sized)) {
          const random = randomFrom(seed);
          const a = sizedSchema(random);
          const b = random() < 0.8 ? resized(random, a) : sizedSchema(random, String(a.type));
          const found = reasonsBetween(a, b, direction);
          const [isA, isB] = [ajv.compile(a), ajv.compile(b)];
          const fitting = valuesAround(a, b).filter((value) => isA(value));
          const isWithin = fitting.every((value) => isB(value));
          if (!isWithin && found.length === 0) missed.push({ seed, a, b });
          // A pattern rules out more than these values show, and if no value fits, nothing is lost.
          const isDecided = fitting.length > 0 && !("pattern" in b);
          if (isWithin && found.length > 0 && isDecided) alarms.push({ seed, a, b });
        }
        expect(shown(missed)).toEqual([]);
        expect(shown(alarms)).toEqual([]);
      },
    );
  });
}

/** Creates a pair of schemas, which usually differ in only one place. */
function pairOf(seed: number) {
  const random = randomFrom(seed);
  const a = randomSchema(random, 2);
  const b = random() < 0.8 ? changedSchema(random, a) : randomSchema(random, 2);
  const values = Array.from({ length: valuesPerPair }, () => randomValue(random, 2));
  return random() < 0.5 ? { a, b, values } : { a: b, b: a, values };
}
