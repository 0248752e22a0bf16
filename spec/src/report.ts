import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Coverage, measureCoverage, percent, type Share } from "./coverage.ts";
import { readDocument } from "./openapi-document.ts";
import { specFolder } from "./redocly.ts";
import { describeScore, LOWEST_SCORE, scoreOf } from "./score.ts";

const USAGE = "usage: node spec/src/report.ts [REVISION.yaml] [--base BASE.yaml] [--markdown]";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { base: { type: "string" }, markdown: { type: "boolean", default: false } },
});
const revision = resolve(positionals[0] ?? `${specFolder}openapi.yaml`);
const base = values.base === undefined ? undefined : resolve(values.base);
for (const file of [revision, ...(base ? [base] : [])]) {
  if (!existsSync(file)) {
    process.stderr.write(`${file} does not exist; ${USAGE}\n`);
    process.exit(2);
  }
}

const [document, score, baseScore] = await Promise.all([
  readDocument(revision),
  scoreOf(revision),
  base ? scoreOf(base) : undefined,
]).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(2);
});
const coverage = measureCoverage(document);
const scoreLine = describeScore(score, baseScore);
const columns = Object.entries(coverage) as [keyof Coverage, Share][];
const complete = columns.every(([, { missing }]) => missing.length === 0);

process.stdout.write(values.markdown ? asMarkdown(coverage, scoreLine) : asText(coverage, scoreLine));
for (const [column, { missing }] of columns) {
  for (const place of missing) process.stderr.write(`${column}: missing at ${place}\n`);
}
if (score.agentReadiness < LOWEST_SCORE) {
  process.stderr.write(
    `The score ${score.agentReadiness} is below ${LOWEST_SCORE}; see \`redocly score --operation-details\`.\n`,
  );
}
process.exitCode = complete && score.agentReadiness >= LOWEST_SCORE ? 0 : 1;

function asText(row: Coverage, line: string): string {
  const columns = Object.entries(row).map(
    ([name, value]) => `${name}: ${percent(value)} % of ${value.total}`,
  );
  return `${columns.join("\n")}\n${line}\n`;
}

function asMarkdown(row: Coverage, line: string): string {
  const names = Object.keys(row);
  const cells = Object.values(row).map((value) => `${percent(value)} %`);
  return `| ${names.join(" | ")} |\n|${" --- |".repeat(names.length)}\n| ${cells.join(" | ")} |\n\n${line}\n`;
}
