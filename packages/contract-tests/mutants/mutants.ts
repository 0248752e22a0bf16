/**
 * Runs the suite against the reference implementation with each of its bugs and each legal variant, and prints the bugs
 * that survive and the variants that are refused. Exits with 1 if there is one.
 */
import { writeFileSync } from "node:fs";
import { readArguments, regularExpression, wholeNumber } from "@compute-host/command-line";
import { type Bug, bugs } from "../reference/bugs/bugs.ts";
import { variants } from "../reference/variants.ts";
import { loadApi } from "../src/openapi/load-api.ts";
import { compactJson } from "./compact-json.ts";
import { killersIn, matrixFile, matrixOf, readMatrix } from "./matrix.ts";
import { runMutants, shownFaults } from "./run-mutants.ts";

const ids = [...bugs.map(({ id, theme }) => `${theme}/${id}`), ...variants.map(({ id }) => id)];
const { values } = readArguments({
  command: "pnpm --filter @compute-host/contract-tests mutants",
  about:
    "Runs the contract suite against each planted bug and each legal variant, and prints what it gets wrong.",
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
    fresh: { type: "boolean", about: "forget which case killed each bug last time" },
    record: {
      type: "boolean",
      about: "only the bugs without a recorded killer; writes the matrix of rules, cases and bugs",
    },
    workers: {
      type: "string",
      value: "NUMBER",
      accepts: wholeNumber(1, 64),
      about: "how many run at the same time (4)",
    },
  },
  examples: ["pnpm --filter @compute-host/contract-tests mutants --only list"],
});
const { only = "", workers = "4" } = values;

const api = loadApi();
const recorded = values.fresh ? {} : killersIn(readMatrix());
// Only killers that still exist count as recorded.
const known = killersIn(matrixOf(api, recorded));
const pattern = new RegExp(only);
const isChosen = ({ id, theme }: Bug) => pattern.test(`${theme}/${id}`) && !(values.record && known[id]);
const report = await runMutants({
  bugs: bugs.filter(isChosen),
  variants: values.record ? [] : variants.filter(({ id }) => pattern.test(id)),
  workers: Number(workers),
  killers: known,
  onDone: (done, total) => process.stderr.write(`\r${done} of ${total}`),
});
process.stderr.write("\n");
if (values.record) {
  const found = report.bugs.flatMap(({ id, by }) => (by ? [[id, by.title] as const] : []));
  const matrix = matrixOf(api, { ...known, ...Object.fromEntries(found) });
  writeFileSync(matrixFile, compactJson(matrix));
}
const faults = shownFaults(report);
console.log([...faults, `${report.bugs.length} bugs, ${faults.length} faults of the suite`].join("\n"));
process.exitCode = faults.length > 0 ? 1 : 0;
