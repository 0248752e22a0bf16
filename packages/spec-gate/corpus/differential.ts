import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readArguments } from "@compute-host/command-line";
import { figuresOf } from "./figures.ts";
import { loadPairs } from "./load-pairs.ts";
import { redoclyDiff } from "./redocly-diff.ts";
import { type CorpusOutcome, judgePair, writePair } from "./run-corpus.ts";

const { values } = readArguments({
  command: "pnpm --filter @compute-host/spec-gate differential",
  about: "Runs the gate and redocly diff on the corpus, and lists the pairs on which they disagree.",
  options: { write: { type: "boolean", about: "also write the figures to corpus/first-run.json" } },
});

/** Runs the gate and `redocly diff` on the corpus, and lists the pairs on which they disagree. */
const folder = mkdtempSync(join(tmpdir(), "spec-gate-corpus-"));
const firstRun = new URL("first-run.json", import.meta.url);
try {
  const gate: CorpusOutcome[] = [];
  const redocly: CorpusOutcome[] = [];
  for (const pair of loadPairs()) {
    const own = judgePair(pair, folder);
    const files = writePair(pair, folder);
    const found = await redoclyDiff(files.base, files.revision).catch(() => undefined);
    const impact = found === undefined ? "not-judged" : found.length > 0 ? "major" : "none";
    const other = { pair, impact, rules: found?.map(({ ruleId }) => ruleId) ?? [] } as const;
    gate.push(own);
    redocly.push(other);
    if ((own.impact === "major") !== (impact === "major")) process.stdout.write(difference(own, other));
  }
  console.table(figuresOf(gate));
  console.table(figuresOf(redocly));
  if (values.write) {
    const known = JSON.parse(readFileSync(firstRun, "utf8")) as object;
    const figures = { ...known, redocly: figuresOf(redocly) };
    writeFileSync(firstRun, `${JSON.stringify(figures, null, 2)}\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function difference(own: CorpusOutcome, other: CorpusOutcome): string {
  const { class: className, id, verdict } = own.pair;
  const right = (verdict.impact === "major") === (own.impact === "major") ? "the gate" : "redocly";
  const sides = `gate ${own.impact} (${own.rules.join(", ")}), redocly ${other.impact} (${other.rules.join(", ")})`;
  return `${className}/${id}: ${verdict.impact}; ${sides}; ${right} agrees with the corpus\n`;
}
