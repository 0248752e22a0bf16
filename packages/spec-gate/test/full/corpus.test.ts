import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { figuresOf } from "../../corpus/figures.ts";
import { idiomsSection } from "../../corpus/idioms-page.ts";
import { loadIdioms } from "../../corpus/load-idioms.ts";
import { loadPairs } from "../../corpus/load-pairs.ts";
import { corpusSection } from "../../corpus/page.ts";
import { judgePair } from "../../corpus/run-corpus.ts";
import { judgeIdiom } from "../../corpus/run-idioms.ts";
import { temporaryFiles } from "../temporary-files.ts";

const { folder } = temporaryFiles();
const outcomes = loadPairs().map((pair) => judgePair(pair, folder));
const figures = figuresOf(outcomes);

test("judges the pairs of the corpus, by class", () => {
  console.table(figures);
  const wrong = outcomes.filter(
    ({ pair, impact }) => (pair.verdict.impact === "major") !== (impact === "major"),
  );
  const all = figures.find(({ class: name }) => name === "all");
  const names = wrong.map(({ pair, impact }) => `${pair.class}/${pair.id}: ${impact}`).join("\n");
  expect(all?.caught, names).toBe(all?.breaking);
  expect((all?.alarms ?? 1) / (all?.harmless ?? 1), names).toBeLessThanOrEqual(0.02);
  expect((all?.notJudged ?? 1) / outcomes.length, names).toBeLessThanOrEqual(0.02);
});

test("publishes its figures, those of the first run and those of redocly diff", () => {
  const page = readFileSync(new URL("../../docs/proof.md", import.meta.url), "utf8");
  for (const section of [corpusSection(outcomes), idiomsSection(loadIdioms().map(judgeIdiom))])
    expect(page.includes(section), "pnpm --filter @compute-host/spec-gate mutations writes the page").toBe(
      true,
    );
});
