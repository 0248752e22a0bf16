/**
 * Runs the suite against the reference implementation with each of its bugs and each legal variant, and prints the
 * kill table. Exits with 1 if a bug survives or a variant is refused.
 */
import { writeFileSync } from "node:fs";
import { readArguments, regularExpression, wholeNumber, writableFile } from "@compute-host/command-line";
import { type Bug, bugs } from "../reference/bugs/bugs.ts";
import { variants } from "../reference/variants.ts";
import { loadApi } from "../src/openapi/load-api.ts";
import { compactJson } from "./compact-json.ts";
import { formatKillTable } from "./kill-table.ts";
import { killersIn, matrixFile, matrixOf, readMatrix } from "./matrix.ts";
import { runMutants } from "./run-mutants.ts";

const ids = [...bugs.map(({ id, theme }) => `${theme}/${id}`), ...variants.map(({ id }) => id)];
const { values } = readArguments({
  command: "pnpm mutants",
  about:
    "Runs the contract suite against each planted bug and each legal variant, and prints the kill table.",
  options: {
    only: {
      type: "string",
      value: "PATTERN",
      accepts: {
        name: "a regular expression that matches a bug or a variant",
        test: (text: string) => regularExpression.test(text) && ids.some((id) => new RegExp(text).test(id)),
        words: ids,
      },
      about: "only the bugs and variants whose theme or ID matches",
    },
    variants: { type: "boolean", about: "no bugs, only the legal variants" },
    survivors: { type: "boolean", about: "list the bugs that no case notices" },
    fresh: { type: "boolean", about: "forget which case killed each bug last time" },
    record: {
      type: "boolean",
      about: "only the bugs without a recorded killer; writes the matrix of rules, cases and bugs",
    },
    json: { type: "string", value: "FILE", accepts: writableFile, about: "also write the result as JSON" },
    workers: {
      type: "string",
      value: "NUMBER",
      accepts: wholeNumber(1, 64),
      about: "how many run at the same time (4)",
    },
  },
  examples: ["pnpm mutants --only list --survivors", "pnpm mutants --variants"],
});
const { only = "", workers = "4" } = values;

const api = loadApi();
const recorded = values.fresh ? {} : killersIn(readMatrix());
// Only killers that still exist count as recorded.
const known = killersIn(matrixOf(api, recorded));
const pattern = new RegExp(only);
const isChosen = ({ id, theme }: Bug) =>
  !values.variants && pattern.test(`${theme}/${id}`) && !(values.record && known[id]);
const report = await runMutants({
  bugs: bugs.filter(isChosen),
  variants:
    (only === "" && !values.record) || values.variants ? variants.filter(({ id }) => pattern.test(id)) : [],
  workers: Number(workers),
  killers: known,
  onDone: (done, total) => process.stderr.write(`\r${done} of ${total}`),
});
process.stderr.write("\n");
if (values.json) writeFileSync(values.json, `${JSON.stringify(report, undefined, 1)}\n`);
if (values.record) {
  const found = report.bugs.flatMap(({ id, by }) => (by ? [[id, by.title] as const] : []));
  const matrix = matrixOf(api, { ...known, ...Object.fromEntries(found) });
  writeFileSync(matrixFile, compactJson(matrix));
}
console.log(formatKillTable(report, { showsSurvivors: values.survivors ?? false }));
const hasSurvivors = report.bugs.some(({ by }) => by === undefined);
process.exitCode = report.refusedVariants.length > 0 || hasSurvivors ? 1 : 0;
