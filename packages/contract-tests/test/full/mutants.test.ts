import { expect, test } from "vitest";
import { formatKillTable } from "../../mutants/kill-table.ts";
import { killersIn, readMatrix } from "../../mutants/matrix.ts";
import { runMutants } from "../../mutants/run-mutants.ts";
import { bugs } from "../../reference/bugs/bugs.ts";
import { variants } from "../../reference/variants.ts";

test("notices every bug of the reference implementation, and refuses no legal variant", async () => {
  const report = await runMutants({ bugs, variants, workers: 4, killers: killersIn(readMatrix()) });
  const table = formatKillTable(report, { showsSurvivors: true });
  process.stdout.write(`${table}\n`);
  expect(
    report.bugs.filter(({ by }) => by === undefined),
    table,
  ).toEqual([]);
  expect(report.refusedVariants, table).toEqual([]);
}, 1_800_000);
