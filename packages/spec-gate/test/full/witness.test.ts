import { expect, test } from "vitest";
import { writeVersions } from "../../corpus/judge-pair.ts";
import { loadPairs } from "../../corpus/load-pairs.ts";
import { evidenceBetween, witnessesBetween } from "../../corpus/run-witnesses.ts";
import { readApiDocument } from "../../src/document/api-document.ts";
import { temporaryFiles } from "../temporary-files.ts";

/** The least share of the corpus's breaks that a value or a rule shows. */
const leastShare = 0.85;
const { folder } = temporaryFiles();

test("shows most breaks of the corpus, and nothing in its harmless pairs", async () => {
  const pairs = loadPairs();
  const breaking = pairs.filter(({ breaks }) => breaks !== "none");
  const notShown: string[] = [];
  const wrong: unknown[] = [];
  for (const pair of pairs) {
    const { name } = pair;
    const files = writeVersions(pair, folder);
    const base = readApiDocument(files.base);
    const revision = readApiDocument(files.revision);
    const all = await evidenceBetween(base, revision);
    if (breaking.includes(pair)) {
      if (all.every((each) => each.class === "not-shown")) notShown.push(name);
      continue;
    }
    // Generators change more than a pair is about, so only what the gate calls a break has to be one.
    const shown = name.startsWith("frameworks/")
      ? all.flatMap(({ witness }) => witness ?? [])
      : await witnessesBetween(base, revision);
    wrong.push(...shown.map((witness) => ({ name, witness })));
  }
  expect(wrong).toEqual([]);
  expect(1 - notShown.length / breaking.length, notShown.join("\n")).toBeGreaterThanOrEqual(leastShare);
});
