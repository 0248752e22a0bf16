import { expect, test } from "vitest";
import { loadIdioms } from "../../corpus/load-idioms.ts";
import { loadPairs } from "../../corpus/load-pairs.ts";
import { documentOf } from "../../corpus/run-idioms.ts";
import { evidenceBetween } from "../../corpus/run-witnesses.ts";
import { temporaryFiles } from "../temporary-files.ts";
import { expectWitnesses } from "../witness-corpus.ts";

const { folder } = temporaryFiles();

test("shows most breaks of the corpus, and nothing in its harmless pairs", async () => {
  await expectWitnesses(loadPairs(), folder);
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
