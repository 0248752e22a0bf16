import { type Engine, engines } from "@compute-host/server/test-engines";
import { allCases } from "../../src/cases/all-cases.ts";
import type { ContractCase, Theme } from "../../src/cases/contract-case.ts";
import type { ContractApi } from "../../src/openapi/contract-api.ts";
import { serviceLacks } from "../targets/lacks.ts";
import { startServiceTarget } from "../targets/service-target.ts";
import type { Suite } from "./test-suites.ts";

/** Themes that are decided before the storage is read, and so are the same on every engine. */
const beforeStorage: readonly Theme[] = ["credentials", "methods and paths", "queries", "bodies"];

/** The suite of the service on an engine. */
export function serviceSuite(engine: Engine, casesOf = allCases): Suite {
  return {
    name: `service on ${engine.name}`,
    start: () => startServiceTarget(engine),
    casesOf,
    leftOut: casesOf === allCases ? Object.values(serviceLacks) : [],
  };
}

/** The cases about what an engine stores. */
export function storageCases(api: ContractApi): ContractCase[] {
  return allCases(api).filter(({ theme }) => !beforeStorage.includes(theme));
}

const [first, ...others] = engines;

/** The suites of the service on every engine of `npm test`. */
export const serviceSuites: readonly Suite[] = [
  ...(first ? [serviceSuite(first)] : []),
  ...others.map((engine) => serviceSuite(engine, storageCases)),
];
