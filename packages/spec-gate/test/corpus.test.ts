import { expect, test } from "vitest";
import { loadPairs } from "../corpus/load-pairs.ts";
import { judgePair } from "../corpus/run-corpus.ts";
import { temporaryFiles } from "./temporary-files.ts";

const { folder } = temporaryFiles();

test("judges the pairs of the corpus as their verdicts say", () => {
  const pairs = loadPairs();
  expect(new Set(pairs.map((pair) => pair.class)).size).toBe(17);
  const wrong = pairs
    .map((pair) => judgePair(pair, folder))
    .filter(({ pair, impact }) => (pair.verdict.impact === "major") !== (impact === "major"));
  expect(wrong.map(({ pair, impact }) => `${pair.class}/${pair.id}: ${impact}`)).toEqual([]);
});
