import { allCases } from "../../src/cases/all-cases.ts";
import { computerFixtures } from "../../src/cases/computers/computer-fixtures.ts";
import { describedFixtures } from "../../src/cases/fixtures.ts";
import { genericCases } from "../../src/cases/generic/generic-cases.ts";
import { rateLimitCases } from "../../src/cases/generic/rate-limits.ts";
import { loadApi } from "../../src/openapi/load-api.ts";
import { runContract } from "../../src/run/run-contract.ts";
import { askedResponseCases } from "../mock/asked-responses.ts";
import { startFakeTarget } from "../targets/fake-target.ts";
import { startPrismTarget } from "../targets/prism-target.ts";
import { startLimitedServiceTarget, startServiceTarget } from "../targets/service-target.ts";

/** The cases that the mock, the fake and the service pass. A failing case fails this package's tests. */
export interface Conformance {
  readonly targets: readonly string[];
  readonly cases: readonly CaseConformance[];
}

/** A case with `true` or the reason why it was left out for each target. */
export interface CaseConformance {
  readonly title: string;
  readonly operationId: string;
  readonly heldBy: Readonly<Record<string, true | string>>;
}

type Api = ReturnType<typeof loadApi>;

const forMock = (api: Api) => [...genericCases(api), ...askedResponseCases(api)];

const runs = [
  { name: "mock", start: startPrismTarget, casesOf: forMock, fixtures: describedFixtures },
  { name: "fake", start: startFakeTarget, casesOf: allCases, fixtures: computerFixtures },
  { name: "service", start: startServiceTarget, casesOf: allCases, fixtures: computerFixtures },
  {
    name: "service",
    start: startLimitedServiceTarget,
    casesOf: rateLimitCases,
    fixtures: computerFixtures,
  },
];

/** Runs the suite against each target. */
export async function collectConformance(): Promise<Conformance> {
  const api = loadApi();
  const cases = new Map<string, { operationId: string; heldBy: Record<string, true | string> }>();
  for (const { name, start, casesOf, fixtures } of runs) {
    const target = await start(api);
    const { outcomes } = await runContract(target, { api, cases: casesOf(api), fixtures });
    await target.close();
    for (const { contractCase, outcome, reason = "" } of outcomes) {
      const { title, operationId } = contractCase;
      const entry = cases.get(title) ?? { operationId, heldBy: {} };
      entry.heldBy[name] = outcome === "passed" ? true : reason;
      cases.set(title, entry);
    }
  }
  return {
    targets: [...new Set(runs.map(({ name }) => name))],
    cases: [...cases].map(([title, entry]) => ({ title, ...entry })),
  };
}

/** The file with the collected results in the docs. */
export const conformanceFile = new URL("../../../docs/generated/conformance.gen.json", import.meta.url);
