import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { SchemaComparison } from "../src/schema/compare-schemas.ts";
import type { Direction } from "../src/schema/comparison.ts";
import { rootComparison } from "../src/schema/comparison.ts";
import { randomFrom } from "./random-schema.ts";
import { resized, sizedSchema, valuesAround } from "./sized-schema.ts";

const pairs = 1_500;

test.each(["plain", "request", "response"] as const)(
  "never overlooks a bound, whatever its size (%s)",
  (direction: Direction) => {
    const ajv = new Ajv2020({ strict: false, logger: false });
    const missed: string[] = [];
    const alarms: string[] = [];
    for (let seed = 1; seed <= pairs; seed++) {
      const random = randomFrom(seed);
      const a = sizedSchema(random);
      const b = random() < 0.8 ? resized(random, a) : sizedSchema(random, String(a.type));
      const found = new SchemaComparison().compare([a], [b], rootComparison(direction));
      const [isA, isB] = [ajv.compile(a), ajv.compile(b)];
      const fitting = valuesAround(a, b).filter((value) => isA(value));
      const isWithin = fitting.every((value) => isB(value));
      if (!isWithin && found.length === 0) missed.push(JSON.stringify({ seed, a, b }));
      // A pattern rules out more than these values show, and if no value fits, nothing is lost.
      const isDecided = fitting.length > 0 && !("pattern" in b);
      if (isWithin && found.length > 0 && isDecided) alarms.push(JSON.stringify({ seed, a, b }));
    }
    expect(missed.slice(0, 4)).toEqual([]);
    expect(alarms.slice(0, 4)).toEqual([]);
  },
);
