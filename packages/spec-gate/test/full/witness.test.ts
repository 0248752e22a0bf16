import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { loadIdioms } from "../../corpus/load-idioms.ts";
import { loadPairs } from "../../corpus/load-pairs.ts";
import { documentOf } from "../../corpus/run-idioms.ts";
import { evidenceBetween } from "../../corpus/run-witnesses.ts";
import { temporaryFiles } from "../temporary-files.ts";
import { expectWitnesses, leastShare } from "../witness-corpus.ts";

const { folder } = temporaryFiles();

test("shows as many breaks of the corpus as the README says, and nothing in its harmless pairs", async () => {
  await expectWitnesses(loadPairs(), folder);
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  expect(readme).toContain(`at least ${leastShare * 100} %`);
});

test("shows no break in the harmless idioms of frameworks", async () => {
  const harmless = loadIdioms().filter(({ verdict }) => verdict.breaks === "none");
  for (const { name, base, revision } of harmless) {
    const evidence = await evidenceBetween(documentOf(base), documentOf(revision));
    expect(
      evidence.filter(({ witness }) => witness),
      name,
    ).toEqual([]);
  }
});
