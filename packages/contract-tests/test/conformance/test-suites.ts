import { describe, expect, test } from "vitest";
import { formatFailure } from "../../src/report/summary.ts";
import type { RunResult } from "../../src/run/outcome.ts";
import { runSuite, type Suite } from "./conformance.ts";

/** Runs suites, one at a time, and declares a test for every case that ran, and one for the cases left out. */
export async function testSuites(suites: readonly Suite[]): Promise<void> {
  for (const suite of suites) declareTests(suite, await runSuite(suite));
}

function declareTests({ name, leftOut }: Suite, { outcomes, unrestored }: RunResult): void {
  describe(`the contract of the ${name}`, () => {
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
  });
}
