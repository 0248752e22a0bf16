/**
 * Runs the suite against the host with each of its bugs, each legal variant and the habits of each stack, and prints
 * the bugs that no case notices or whose case names another rule, the gaps of the matrix, the variants that a case
 * refuses, and the habits that it reports as a breach of the interface. Exits with 1 if there is one.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { bugs, habits } from "../reference/bugs/bugs.ts";
import { variants } from "../reference/variants.ts";
import { loadApi } from "../src/openapi/load-api.ts";
import { killersIn, matrixFile, matrixOf, readMatrix, writtenMatrix } from "./matrix.ts";
import { recordKillers } from "./record-killers.ts";
import { breachesOf, forEach, refusalsOf, variantGroups } from "./run-on-host.ts";
import { shownGaps } from "./shown-gaps.ts";

// `--only PATTERN` selects bugs and variants by their IDs; `--record` runs only the bugs, and writes the matrix.
const { values } = parseArgs({ options: { only: { type: "string" }, record: { type: "boolean" } } });
const pattern = new RegExp(values.only ?? "");
const api = loadApi();
// Only cases that still exist count as recorded.
const recorded = killersIn(matrixOf(api, killersIn(readMatrix())));
const chosen = bugs.filter(({ id }) => pattern.test(id));
const { killers, faults: faultsOfBugs } = await recordKillers(chosen, recorded);
const matrix = matrixOf(api, killers);
const faults = [...faultsOfBugs, ...shownGaps(api, matrix)];
if (values.record) writeFileSync(matrixFile, writtenMatrix(matrix));
else {
  await forEach(variantGroups(variants.filter(({ id }) => pattern.test(id))), async (group) => {
    faults.push(...(await refusalsOf(group)));
  });
  const stacks = Object.keys(habits) as (keyof typeof habits)[];
  await forEach(
    stacks.filter((stack) => pattern.test(stack)),
    async (stack) => void faults.push(...(await breachesOf(stack))),
  );
}
console.log([...faults, `${faults.length} faults of the suite`].join("\n"));
process.exitCode = faults.length > 0 ? 1 : 0;
