/**
 * Tests whether a service implements the Compute Host Management Interface: the cases, and a runner that needs no
 * test framework.
 *
 * @packageDocumentation
 */
export { allCases } from "./cases/all-cases.ts";
export {
  type CaseContext,
  type ContractCase,
  ContractViolationError,
  LeftOutError,
  type Theme,
} from "./cases/contract-case.ts";
export type { CheckName, Violation } from "./conformance/check-names.ts";
export { loadApi } from "./openapi/load-api.ts";
export { jsonReport } from "./report/json-report.ts";
export { junitReport } from "./report/junit-report.ts";
export type { CaseOutcome, Failure, ReportedExchange, RunResult } from "./run/outcome.ts";
export { type RunOptions, runContract } from "./run/run-contract.ts";
export type { Capability, Lacks } from "./targets/capabilities.ts";
export { type RemoteOptions, remoteTarget } from "./targets/remote-target.ts";
export type { Target } from "./targets/target.ts";
