/**
 * Runs the suite against the reference implementation with each of its bugs and each legal variant, and prints the
 * kill table. Exits with 1 if too many bugs survive or a variant is refused.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { bugs } from "../reference/bugs/bugs.ts";
import { variants } from "../reference/variants.ts";
import { formatKillTable, type Killed } from "./kill-table.ts";
import { readKillers, writeKillers } from "./killers.ts";
import { runMutants } from "./run-mutants.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    json: { type: "string" },
    fresh: { type: "boolean", default: false },
    "write-killers": { type: "boolean", default: false },
    survivors: { type: "boolean", default: false },
    variants: { type: "boolean", default: false },
    workers: { type: "string", default: "4" },
  },
});

const pattern = new RegExp(values.only);
const chosenBugs = values.variants ? [] : bugs.filter(({ id, theme }) => pattern.test(`${theme}/${id}`));
const chosenVariants = variants.filter(({ id }) => pattern.test(id));
const report = await runMutants({
  bugs: chosenBugs,
  variants: values.only === "" || values.variants ? chosenVariants : [],
  workers: Number(values.workers),
  killers: values.fresh ? {} : readKillers(),
  onDone: (done, total) => process.stderr.write(`\r${done} of ${total}`),
});
process.stderr.write("\n");
if (values.json) writeFileSync(values.json, `${JSON.stringify(report, undefined, 1)}\n`);
if (values["write-killers"]) writeKillers(report.bugs);
console.log(formatKillTable(report, { showsSurvivors: values.survivors }));
process.exitCode = report.refusedVariants.length > 0 || killRate(report.bugs) < 0.97 ? 1 : 0;

function killRate(all: readonly Killed[]): number {
  return all.length === 0 ? 1 : all.filter(({ by }) => by !== undefined).length / all.length;
}
