import { parse } from "yaml";

/** A workflow file: its text and its parsed YAML. */
export interface Workflow {
  readonly file: string;
  readonly text: string;
  readonly value: WorkflowValue;
}

/** The parts of a workflow that the policies check. */
export interface WorkflowValue {
  readonly on?: Record<string, unknown>;
  readonly permissions?: unknown;
  readonly concurrency?: unknown;
  readonly jobs?: Record<string, Job>;
}

/** One job: its own steps, or a call of a reusable workflow. */
export interface Job {
  readonly uses?: string;
  readonly with?: Record<string, unknown>;
  readonly permissions?: unknown;
  readonly "timeout-minutes"?: number;
  readonly steps?: readonly Step[];
}

/** One step of a job. */
export interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Record<string, string>;
  readonly with?: Record<string, unknown>;
}

/** Parses a workflow file. */
export function readWorkflow(file: string, text: string): Workflow {
  return { file, text, value: (parse(text) ?? {}) as WorkflowValue };
}
