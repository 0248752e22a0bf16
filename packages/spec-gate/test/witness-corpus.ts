import { expect } from "vitest";
import type { CorpusPair } from "../corpus/load-pairs.ts";
import { writePair } from "../corpus/run-corpus.ts";
import { evidenceBetween, witnessesBetween } from "../corpus/run-witnesses.ts";
import { readApiDocument } from "../src/document/api-document.ts";

/** The least share of the corpus's breaks that a value or a name shows; the README names it too. */
const leastShare = 0.9;

/** Tests that values or names show what breaks in the pairs, and that no value shows what does not. */
export async function expectWitnesses(pairs: readonly CorpusPair[], folder: string): Promise<void> {
  const breaking = pairs.filter(({ verdict }) => verdict.impact === "major");
  const notShown: string[] = [];
  const wrong: unknown[] = [];
  for (const pair of pairs) {
    const files = writePair(pair, folder);
    const versions = [readApiDocument(files.base), readApiDocument(files.revision)] as const;
    const name = `${pair.class}/${pair.id}`;
    if (breaking.includes(pair)) {
      const all = await evidenceBetween(...versions);
      if (all.every((each) => each.class === "not-shown")) notShown.push(name);
    } else wrong.push(...(await witnessesBetween(...versions)).map((witness) => ({ name, witness })));
  }
  expect(wrong).toEqual([]);
  expect(1 - notShown.length / breaking.length, notShown.join("\n")).toBeGreaterThanOrEqual(leastShare);
}
