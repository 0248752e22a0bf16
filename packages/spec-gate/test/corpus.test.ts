import { expect, test } from "vitest";
import { loadPairs } from "../corpus/load-pairs.ts";
import { judgePair } from "../corpus/run-corpus.ts";
import { temporaryFiles } from "./temporary-files.ts";

const { folder } = temporaryFiles();

// `test/full` judges all of them.
test("judges every fourth pair of the corpus as its verdict says", () => {
  const some = loadPairs().filter((_, index) => index % 4 === 0);
  expect(new Set(some.map((pair) => pair.class)).size).toBe(17);
  const wrong = some
    .map((pair) => judgePair(pair, folder))
    .filter(({ pair, impact }) => (pair.verdict.impact === "major") !== (impact === "major"));
  expect(wrong.map(({ pair, impact }) => `${pair.class}/${pair.id}: ${impact}`)).toEqual([]);
});
