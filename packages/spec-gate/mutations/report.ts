import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readArguments } from "@compute-host/command-line";
import { idiomsSection } from "../corpus/idioms-page.ts";
import { loadIdioms } from "../corpus/load-idioms.ts";
import { loadPairs } from "../corpus/load-pairs.ts";
import { corpusSection } from "../corpus/page.ts";
import { judgePair } from "../corpus/run-corpus.ts";
import { judgeIdiom } from "../corpus/run-idioms.ts";
import { proofPage } from "./page.ts";
import { proof } from "./proof.ts";

const { values } = readArguments({
  command: "pnpm --filter @compute-host/spec-gate mutations",
  about: "Prints what the gate says to each mutation of the spec.",
  options: { write: { type: "boolean", about: "also write docs/proof.md" } },
});

const outcomes = await proof();
const folder = mkdtempSync(join(tmpdir(), "spec-gate-corpus-"));
const corpus = corpusSection(loadPairs().map((pair) => judgePair(pair, folder)));
rmSync(folder, { recursive: true });
const idioms = idiomsSection(loadIdioms().map(judgeIdiom));
const page = `${proofPage(outcomes)}\n${corpus}\n${idioms}`;
const times = outcomes.map(({ diffMs }) => diffMs).sort((a, b) => a - b);
const median = times[Math.floor(times.length / 2)] ?? 0;
if (values.write) writeFileSync(new URL("../docs/proof.md", import.meta.url), page);
process.stdout.write(
  `${page}\n${outcomes.length} mutations; one diff in process takes ${median.toFixed(1)} ms (median).\n`,
);
