import { type Engine, engines } from "@compute-host/server/test-engines";
import { allCases } from "../../src/cases/all-cases.ts";
import type { ContractCase } from "../../src/cases/contract-case.ts";
import { rateLimitCases } from "../../src/cases/generic/rate-limits.ts";
import type { ContractApi } from "../../src/openapi/contract-api.ts";
import { loadApi } from "../../src/openapi/load-api.ts";
import type { RunResult } from "../../src/run/outcome.ts";
import { runContract } from "../../src/run/run-contract.ts";
import type { Target } from "../../src/targets/target.ts";
import { startFakeTarget } from "../targets/fake-target.ts";
import { fakeLacks, serviceLacks } from "../targets/lacks.ts";
import { startServiceTarget } from "../targets/service-target.ts";

/** A target with the cases that it has to pass. */
export interface Suite {
  readonly name: string;
  readonly start: (api: ContractApi) => Promise<Target>;
  readonly casesOf: (api: ContractApi) => ContractCase[];
  /** The allowed reasons for leaving out cases, all of which have to occur. */
  readonly leftOut: readonly (string | undefined)[];
}

/** The suites of the service on an engine, the second one with a rate limit that a few requests exceed. */
export function serviceSuites(engine: Engine): readonly Suite[] {
  const rateLimit = { maxRequests: 3, windowMs: 600_000 };
  const name = `service on ${engine.name}`;
  return [
    {
      name,
      start: (api) => startServiceTarget(api, { engine }),
      casesOf: allCases,
      leftOut: Object.values(serviceLacks),
    },
    {
      name,
      start: (api) => startServiceTarget(api, { engine, rateLimit }),
      casesOf: rateLimitCases,
      leftOut: [],
    },
  ];
}

/** The suites of every target. */
export const suites: readonly Suite[] = [
  {
    name: "fake",
    start: startFakeTarget,
    casesOf: allCases,
    leftOut: Object.values(fakeLacks),
  },
  ...engines.flatMap(serviceSuites),
];

/** Runs a suite against its target. */
export async function runSuite({ start, casesOf }: Suite): Promise<RunResult> {
  const api = loadApi();
  const target = await start(api);
  return runContract(target, { api, cases: casesOf(api) }).finally(() => target.close());
}
