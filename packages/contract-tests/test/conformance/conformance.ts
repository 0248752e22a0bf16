import { type Engine, engines } from "@compute-host/server/test-engines";
import { allCases } from "../../src/cases/all-cases.ts";
import type { ContractCase, Theme } from "../../src/cases/contract-case.ts";
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

/** What is decided before the storage is asked, and the same on every engine. */
const beforeStorage: readonly Theme[] = ["credentials", "methods and paths", "queries", "bodies"];

/** The suite of the service on an engine. */
export function serviceSuite(engine: Engine, casesOf = allCases): Suite {
  return {
    name: `service on ${engine.name}`,
    start: (api) => startServiceTarget(api, { engine }),
    casesOf,
    leftOut: casesOf === allCases ? Object.values(serviceLacks) : [],
  };
}

/** The cases about what an engine stores. */
export function storageCases(api: ContractApi): ContractCase[] {
  return allCases(api).filter(({ theme }) => !beforeStorage.includes(theme));
}

const [first, ...others] = engines;

/** The suites of every target. */
export const suites: readonly Suite[] = [
  { name: "fake", start: startFakeTarget, casesOf: allCases, leftOut: Object.values(fakeLacks) },
  ...(first ? [serviceSuite(first)] : []),
  ...others.map((engine) => serviceSuite(engine, storageCases)),
];

/** Runs a suite against its target. */
export async function runSuite({ start, casesOf }: Suite): Promise<RunResult> {
  const api = loadApi();
  const target = await start(api);
  return runContract(target, { api, cases: casesOf(api) }).finally(() => target.close());
}
