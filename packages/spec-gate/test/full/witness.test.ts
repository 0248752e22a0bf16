import { test } from "vitest";
import { loadPairs } from "../../corpus/load-pairs.ts";
import { temporaryFiles } from "../temporary-files.ts";
import { expectWitnesses } from "../witness-corpus.ts";

const { folder } = temporaryFiles();

test("shows most breaks of the corpus, and nothing in its harmless pairs", async () => {
  await expectWitnesses(loadPairs(), folder);
});
