/**
 * What the service and the client's fake share: the rules for computers as pure functions over records, and how requests are read
 * and checked.
 *
 * @packageDocumentation
 */

export type {
  ComputerChange,
  ComputerPage,
  ComputerPort,
  ListQuery,
  MaybePromise,
  Nothing,
  PageKey,
} from "./computer-store.ts";
export { type ConflictCode, ConflictError } from "./conflict.ts";
export {
  bearerToken,
  createExchange,
  type Exchange,
  type Gate,
  type Principal,
  type RequestHead,
} from "./exchange.ts";
export { fillDefaults } from "./fill-defaults.ts";
export { compareComputers, type ListFilter, listComputers } from "./list-computers.ts";
export type { Operation } from "./operation.ts";
export { createOperationHandlers } from "./operation-handlers.ts";
export type { AnyHandler, HandlersOf, OperationHandlers } from "./operation-types.ts";
export { type OperationFacts, operations, responseFields } from "./operations.gen.ts";
export { cutPointer, escapePointer } from "./pointer-text.ts";
export {
  invalidRequest,
  isProblemKey,
  maxViolations,
  type ProblemArguments,
  ProblemError,
  problemHead,
  problemOfError,
  problemText,
} from "./problem.ts";
export { maxBodyBytes, type ProblemKey, problemTypes } from "./problems.gen.ts";
export { type ReadyResponse, type ReplyBody, SizedText } from "./reply.ts";
export { pointerOf } from "./request-body.ts";
export { createRequestedFailures, NoResponseError, requestedProblem } from "./requested-failures.ts";
export { createRouter, type Route } from "./router.ts";
export { findSchemaIssues } from "./schema-issues.ts";
export type { JsonType, Path, SchemaIssue, SchemaNode } from "./schema-node.ts";
export { createSchemaReader } from "./schema-reader.ts";
export {
  endCurrentStep,
  installDepsStepId,
  type Progress,
  retryInstallDeps,
  type StepEnd,
  type StepStart,
  startCurrentStep,
  startStep,
  statusOfSteps,
} from "./steps.ts";
export { parseStrictJson, StrictJsonError } from "./strict-json.ts";
export { isSameHost, refuseTaken, setFields, updateComputer } from "./update-computer.ts";
