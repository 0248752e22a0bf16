import { parseStrictJson } from "@compute-host/core";
import type { Computer } from "@compute-host/types";
import { stepOutputFields } from "../computers/computer.ts";
import { fieldsSchema, findViolations } from "../openapi/computer-properties.ts";

/** The output of a step. */
export type StepOutput = Pick<Computer, (typeof stepOutputFields)[number]>;

const schema = fieldsSchema(stepOutputFields);

/**
 * Reads what a command wrote: a JSON object of {@link stepOutputFields}, within the bounds of the spec.
 *
 * @throws Error whose message says what is wrong
 */
export function readStepOutput(text: string): StepOutput {
  const output = parseStrictJson(text);
  const [violation] = findViolations(schema, output);
  if (violation !== undefined) throw new Error(`${violation.pointer} ${violation.message}`.trim());
  return output as StepOutput;
}
