import { describe, expect, test } from "vitest";
import type { ContractCase } from "../../src/cases/contract-case.ts";
import type { ContractApi } from "../../src/openapi/contract-api.ts";
import { loadApi } from "../../src/openapi/load-api.ts";
import { formatFailure } from "../../src/report/summary.ts";
import { type RunOptions, runContract } from "../../src/run/run-contract.ts";
import type { Target } from "../../src/targets/target.ts";

/**
 * Runs the suite against a target, with a test for every case that ran and one for the cases left out.
 *
 * @param leftOut the allowed reasons for leaving out cases, all of which have to occur
 */
export async function defineSuite(
  start: (api: ContractApi) => Promise<Target>,
  casesOf: (api: ContractApi) => ContractCase[],
  leftOut: readonly string[],
  options: Pick<RunOptions, "api" | "fixtures"> = {},
): Promise<void> {
  const { api = loadApi() } = options;
  const target = await start(api);
  const { outcomes, unrestored } = await runContract(target, { ...options, api, cases: casesOf(api) });
  await target.close();
  describe(`the contract of the ${target.name}`, () => {
    const ran = outcomes.filter(({ outcome }) => outcome !== "left out");
    test.each(ran.map((outcome) => [outcome.contractCase.title, outcome] as const))(
      "%s",
      (_title, outcome) => {
        if (outcome.outcome === "failed") expect.fail(formatFailure(outcome, 1, (_format, text) => text));
      },
    );

    test("nothing else is left out", () => {
      const reasons = new Set(outcomes.flatMap(({ reason = [] }) => reason));
      expect([...reasons].toSorted()).toEqual([...leftOut].toSorted());
    });

    test("everything that was changed is restored", () => {
      expect(unrestored).toEqual([]);
    });
  });
}
