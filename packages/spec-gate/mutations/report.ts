import { writeFileSync } from "node:fs";
import { proofPage } from "./page.ts";
import { proof } from "./proof.ts";

const outcomes = await proof();
const page = proofPage(outcomes);
const times = outcomes.map(({ diffMs }) => diffMs).sort((a, b) => a - b);
const median = times[Math.floor(times.length / 2)] ?? 0;
if (process.argv.includes("--write")) writeFileSync(new URL("../docs/proof.md", import.meta.url), page);
process.stdout.write(
  `${page}\n${outcomes.length} mutations; one diff in process takes ${median.toFixed(1)} ms (median).\n`,
);
