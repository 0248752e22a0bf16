import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { formatFailure } from "../../src/report/summary.ts";
import { conformanceFile, conformanceOf, runSuites, suites } from "./conformance.ts";

const runs = await runSuites();

// A test for every case that ran, and one for the cases left out.
describe.each(runs.map((run, index) => ({ ...run, ...suites[index] })))(
  "the contract of the $name",
  ({ outcomes, unrestored, leftOut = [] }) => {
    const ran = outcomes.filter(({ outcome }) => outcome !== "left out");
    test.each(ran.map((outcome) => [outcome.contractCase.title, outcome] as const))(
      "%s",
      (_title, outcome) => {
        if (outcome.outcome === "failed") expect.fail(formatFailure(outcome, 1, (_format, text) => text));
      },
    );

    test("nothing else is left out", () => {
      const reasons = new Set(outcomes.flatMap(({ reason = [] }) => reason));
      expect([...reasons].toSorted()).toEqual([...new Set(leftOut)].toSorted());
    });

    test("everything that was changed is restored", () => {
      expect(unrestored).toEqual([]);
    });
  },
);

test("the docs show which targets pass which cases; if not, run `pnpm --filter @compute-host/contract-tests docs-data`", () => {
  expect(JSON.parse(readFileSync(conformanceFile, "utf8"))).toEqual(conformanceOf(runs));
});
