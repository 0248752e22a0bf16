import { expect, test } from "vitest";
import { SchemaComparison } from "../src/schema/compare-schemas.ts";
import { rootComparison } from "../src/schema/comparison.ts";
import { isBroken } from "./contract-oracle.ts";
import { changedFlags, flaggedSchema } from "./flagged-schema.ts";
import { randomFrom } from "./random-schema.ts";

const pairs = 2_000;

test.each(["request", "response"] as const)(
  "judges readOnly, writeOnly, declared properties and defaults as the policies say (%s)",
  (direction) => {
    const counts = { broken: 0, kept: 0 };
    const wrong: string[] = [];
    for (let seed = 1; seed <= pairs; seed++) {
      const random = randomFrom(seed);
      const older = flaggedSchema(random);
      const newer = random() < 0.9 ? changedFlags(random, older) : flaggedSchema(random);
      const [a, b] = direction === "request" ? [older, newer] : [newer, older];
      const found = new SchemaComparison().compare([a], [b], rootComparison(direction));
      const expected = isBroken(older, newer, direction);
      counts[expected ? "broken" : "kept"]++;
      if (found.length > 0 !== expected)
        wrong.push(JSON.stringify({ seed, older, newer, kinds: found.map(({ kind }) => kind) }));
    }
    expect(wrong.slice(0, 4)).toEqual([]);
    expect(Math.min(counts.broken, counts.kept)).toBeGreaterThan(pairs / 5);
  },
);
