/**
 * What the service and the client's fake share: the rules for computers as pure functions over records, and how requests are read
 * and checked.
 *
 * @packageDocumentation
 */
export { type ConflictCode, ConflictError } from "./conflict.ts";
export { fillDefaults } from "./fill-defaults.ts";
export { compareComputers, type ListFilter, listComputers } from "./list-computers.ts";
export {
  type ParameterReading,
  type ParameterShape,
  type Query,
  type ReadableParameter,
  readHeaderParameter,
  readPathParameter,
  readQueryParameter,
  type ScalarKind,
  splitQuery,
} from "./parameter-values.ts";
export { cutPointer, escapePointer } from "./pointer-text.ts";
export { createRequestedFailures } from "./requested-failures.ts";
export { retryInstallDeps } from "./retry-install-deps.ts";
export { findSchemaIssues } from "./schema-issues.ts";
export type { JsonType, Path, SchemaIssue, SchemaNode } from "./schema-node.ts";
export { createSchemaReader } from "./schema-reader.ts";
export {
  endCurrentStep,
  installDepsStepId,
  type Progress,
  type StepEnd,
  type StepStart,
  startCurrentStep,
  startStep,
  statusOfSteps,
} from "./steps.ts";
export { type JsonFault, maxDepth, parseStrictJson, StrictJsonError } from "./strict-json.ts";
export { isSameHost, refuseTaken, setFields, updateComputer } from "./update-computer.ts";
