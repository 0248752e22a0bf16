/**
 * What the service and the client's fake share: the rules for computers as pure functions over records, and how
 * requests are read and checked.
 *
 * @packageDocumentation
 */

export type {
  ComputerChange,
  ComputerPage,
  ComputerPort,
  ListQuery,
  Nothing,
  PageKey,
} from "./computers/computer-store.ts";
export { type ConflictCode, ConflictError } from "./computers/conflict.ts";
export { compareComputers, type ListFilter, listComputers } from "./computers/list-computers.ts";
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
} from "./computers/steps.ts";
export { isSameHost, refuseTaken, setFields, updateComputer } from "./computers/update-computer.ts";
export type { Operation } from "./operations/operation.ts";
export { createOperationHandlers } from "./operations/operation-handlers.ts";
export type { AnyHandler, HandlersOf, OperationHandlers } from "./operations/operation-types.ts";
export { type OperationFacts, operations, responseFields } from "./operations/operations.gen.ts";
export { outcomes, problemsOfAnyRequest } from "./operations/outcomes.ts";
export { type ReadyResponse, type ReplyBody, SizedText } from "./operations/reply.ts";
export {
  invalidRequest,
  isProblemKey,
  maxViolations,
  ProblemError,
  problemHead,
  problemOfError,
  problemText,
} from "./problems/problem.ts";
export { maxBodyBytes, type ProblemKey, problemTypes } from "./problems/problems.gen.ts";
export { createRequestedFailures, NoResponseError, requestedProblem } from "./problems/requested-failures.ts";
export {
  bearerToken,
  createExchange,
  type Exchange,
  type Gate,
  type Principal,
  type RequestHead,
} from "./requests/exchange.ts";
export { pointerOf } from "./requests/request-body.ts";
export { createRouter, type Route } from "./requests/router.ts";
export { fillDefaults } from "./schema/fill-defaults.ts";
export { type JsonItems, type JsonText, jsonItems, jsonText, parseJsonText } from "./schema/json-text.ts";
export { cutPointer, escapePointer } from "./schema/pointer-text.ts";
export { findSchemaIssues } from "./schema/schema-issues.ts";
export type { JsonType, Path, SchemaIssue, SchemaNode } from "./schema/schema-node.ts";
export { parseStrictJson, StrictJsonError } from "./schema/strict-json.ts";
