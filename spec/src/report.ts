import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { readApi } from "@compute-host/openapi";
import { type Coverage, measureCoverage, percent, type Share } from "./coverage.ts";
import { countLintProblems } from "./lint.ts";
import { specFolder } from "./redocly.ts";
import { describeScore, scoreOf } from "./score.ts";

const usage = "usage: node spec/src/report.ts [REVISION.yaml] [--base BASE.yaml] [--markdown]";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { base: { type: "string" }, markdown: { type: "boolean", default: false } },
});
const revision = resolve(positionals[0] ?? `${specFolder}openapi.yaml`);
const base = values.base === undefined ? undefined : resolve(values.base);
for (const file of [revision, ...(base ? [base] : [])]) {
  if (!existsSync(file)) {
    process.stderr.write(`${file} does not exist; ${usage}\n`);
    process.exit(2);
  }
}

const [api, score, baseScore, lintProblems] = await Promise.all([
  readApi(revision),
  scoreOf(revision),
  base ? scoreOf(base) : undefined,
  countLintProblems(revision),
]).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(2);
});
const shares = Object.entries(measureCoverage(api)) as [keyof Coverage, Share][];
const row: [column: string, cell: string][] = [
  ...shares.map(([column, share]): [string, string] => [column, `${percent(share)} %`]),
  ["strict lint problems", String(lintProblems)],
];
process.stdout.write(`${values.markdown ? asMarkdown() : asText()}${describeScore(score, baseScore)}\n`);

const problems = shares.flatMap(([column, { missing }]) =>
  missing.map((place) => `${column}: missing at ${place}`),
);
if (lintProblems > 0) problems.push(`The strict lint finds ${lintProblems} problems; see \`redocly lint\`.`);
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;

function asText(): string {
  return row.map(([column, cell]) => `${column}: ${cell}\n`).join("");
}

function asMarkdown(): string {
  const [columns, cells] = [row.map(([column]) => column), row.map(([, cell]) => cell)];
  return `| ${columns.join(" | ")} |\n|${" --- |".repeat(row.length)}\n| ${cells.join(" | ")} |\n\n`;
}
