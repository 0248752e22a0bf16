import { expect, test } from "vitest";
import { killersIn, readMatrix } from "../../mutants/matrix.ts";
import { runMutants, shownFaults } from "../../mutants/run-mutants.ts";
import { bugs } from "../../reference/bugs/bugs.ts";
import { variants } from "../../reference/variants.ts";

test("notices every bug of the reference implementation, and refuses no legal variant", async () => {
  const report = await runMutants({ bugs, variants, workers: 4, killers: killersIn(readMatrix()) });
  expect(shownFaults(report)).toEqual([]);
}, 1_800_000);
