import { expect, test } from "vitest";
import { formatKillTable } from "../../mutants/kill-table.ts";
import { readKillers } from "../../mutants/killers.ts";
import { runMutants } from "../../mutants/run-mutants.ts";
import { bugs } from "../../reference/bugs/bugs.ts";
import { variants } from "../../reference/variants.ts";

test("detects at least 97 % of the bugs of the reference implementation, and refuses no legal variant", async () => {
  const report = await runMutants({ bugs, variants, workers: 4, killers: readKillers(), onDone: () => {} });
  const table = formatKillTable(report, { showsSurvivors: true });
  process.stdout.write(`${table}\n`);
  const noticed = report.bugs.filter(({ by }) => by !== undefined).length;
  expect(report.bugs.length).toBeGreaterThan(400);
  expect(noticed / report.bugs.length, table).toBeGreaterThanOrEqual(0.97);
  expect(report.refusedVariants, table).toEqual([]);
}, 1_800_000);
