import type { Computer } from "@compute-host/types";
import { describe, expect, test } from "vitest";
import { reportedParts } from "../../src/cases/computers/records/compare.ts";
import type { ContractCase } from "../../src/cases/contract-case.ts";
import type { ContractApi } from "../../src/openapi/contract-api.ts";
import { loadApi } from "../../src/openapi/load-api.ts";
import { formatFailure } from "../../src/report/summary.ts";
import type { RunResult } from "../../src/run/outcome.ts";
import { runContract } from "../../src/run/run-contract.ts";
import type { Target } from "../../src/targets/target.ts";

/** A target with the cases that it has to pass. */
export interface Suite {
  readonly name: string;
  readonly start: (api: ContractApi) => Promise<Target>;
  readonly casesOf: (api: ContractApi) => ContractCase[];
  /** The allowed reasons for leaving out cases, all of which have to occur. */
  readonly leftOut: readonly (string | undefined)[];
}

/** A run, with what hosts report before and after it, by computer. */
interface Watched extends RunResult {
  readonly reported: readonly [before: unknown, after: unknown];
}

/** Runs suites, one at a time, and declares a test for every case that ran, and one for the cases left out. */
export async function testSuites(suites: readonly Suite[]): Promise<void> {
  for (const suite of suites) declareTests(suite, await runSuite(suite));
}

function declareTests({ name, leftOut }: Suite, { outcomes, unrestored, reported }: Watched): void {
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

    // The suite lets another implementation change it at any time.
    test("no request has changed a hostname or a relay URL", () => {
      const [before, after] = reported;
      expect(after).toEqual(before);
    });

    test("everything that was changed is restored", () => {
      expect(unrestored).toEqual([]);
    });
  });
}

async function runSuite({ start, casesOf }: Suite): Promise<Watched> {
  const api = loadApi();
  const target = await start(api);
  try {
    const before = await reportedBy(target);
    const result = await runContract(target, { api, cases: casesOf(api) });
    return { ...result, reported: [before, await reportedBy(target)] };
  } finally {
    await target.close();
  }
}

async function reportedBy({ baseUrl, token, fetch }: Target): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${baseUrl}/api/v0/computers`, { headers });
  const { computers } = (await response.json()) as { computers: (Computer & Record<string, unknown>)[] };
  return computers.map((one) => [one.id, ...reportedParts.map((name) => one[name])]);
}
