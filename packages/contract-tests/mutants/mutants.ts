/**
 * Runs the suite against the reference implementation with each of its bugs and each legal variant, and prints the
 * kill table. Exits with 1 if too many bugs survive or a variant is refused.
 */
import { writeFileSync } from "node:fs";
import { readArguments, regularExpression, wholeNumber, writableFile } from "@compute-host/command-line";
import { bugs } from "../reference/bugs/bugs.ts";
import { variants } from "../reference/variants.ts";
import { formatKillTable, type Killed } from "./kill-table.ts";
import { readKillers, writeKillers } from "./killers.ts";
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
    "write-killers": { type: "boolean", about: "remember which case kills each bug" },
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

const pattern = new RegExp(only);
const chosenBugs = values.variants ? [] : bugs.filter(({ id, theme }) => pattern.test(`${theme}/${id}`));
const chosenVariants = variants.filter(({ id }) => pattern.test(id));
const report = await runMutants({
  bugs: chosenBugs,
  variants: only === "" || values.variants ? chosenVariants : [],
  workers: Number(workers),
  killers: values.fresh ? {} : readKillers(),
  onDone: (done, total) => process.stderr.write(`\r${done} of ${total}`),
});
process.stderr.write("\n");
if (values.json) writeFileSync(values.json, `${JSON.stringify(report, undefined, 1)}\n`);
if (values["write-killers"]) writeKillers(report.bugs);
console.log(formatKillTable(report, { showsSurvivors: values.survivors ?? false }));
process.exitCode = report.refusedVariants.length > 0 || killRate(report.bugs) < 0.97 ? 1 : 0;

function killRate(all: readonly Killed[]): number {
  return all.length === 0 ? 1 : all.filter(({ by }) => by !== undefined).length / all.length;
}
