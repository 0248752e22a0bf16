/**
 * The rules for computers as pure functions over records, and the rules for a JSON body.
 *
 * @packageDocumentation
 */
export { type ConflictCode, ConflictError } from "./conflict.ts";
export { compareComputers, type ListFilter, listComputers } from "./list-computers.ts";
export { cutPointer, escapePointer } from "./pointer-text.ts";
export { createRequestedFailures } from "./requested-failures.ts";
export { retryInstallDeps } from "./retry-install-deps.ts";
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
