import { resolve } from "node:path";
import { existingFile, readArguments } from "@compute-host/command-line";
import { readApi } from "@compute-host/openapi";
import { type Coverage, measureCoverage, percent, type Share } from "./coverage.ts";
import { countLintProblems } from "./lint.ts";
import { specFolder } from "./redocly.ts";
import { describeScore, measureScore } from "./score.ts";

const { values, positionals } = readArguments({
  command: "node spec/src/report.ts",
  about: "Reports what the description covers and its score; exits with 1 if something is missing.",
  options: {
    base: {
      type: "string",
      value: "FILE",
      accepts: existingFile,
      about: "an earlier version, whose score it shows too",
    },
  },
  arguments: [{ name: "FILE", accepts: existingFile, about: "the description (spec/openapi.yaml)" }],
  examples: ["node spec/src/report.ts spec/openapi.yaml --base old.yaml"],
});
const revision = resolve(positionals[0] ?? `${specFolder}openapi.yaml`);
const base = values.base === undefined ? undefined : resolve(values.base);

const [api, score, baseScore, lintProblems] = await Promise.all([
  readApi(revision),
  measureScore(revision),
  base ? readApi(base).then(() => measureScore(base)) : undefined,
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
process.stdout.write(
  `${row.map(([column, cell]) => `${column}: ${cell}\n`).join("")}${describeScore(score, baseScore)}\n`,
);

const problems = shares.flatMap(([column, { missing }]) =>
  missing.map((place) => `${column}: missing at ${place}`),
);
if (lintProblems > 0) problems.push(`The strict lint finds ${lintProblems} problems; see \`redocly lint\`.`);
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
