import { mkdir, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { runRedocly } from "@compute-host/openapi/redocly";
import type { Address } from "./address.ts";
import { specFolder, workflowsFile } from "./spec-files.ts";

/** The workflows of the spec: the example that each can run on, and its steps. */
export const workflows = {
  updateFlow: { sample: "active", steps: ["listComputers", "getComputer", "renameComputer", "readBack"] },
  retryFlow: { sample: "installDepsFailed", steps: ["findFailure", "retryInstallDeps", "waitUntilDone"] },
} as const;

/** The result of a step: its checks by name. */
export interface StepResult {
  readonly workflow: string;
  readonly step: string;
  readonly checks: readonly StepCheck[];
}

/** A check of a step. */
export interface StepCheck {
  readonly name: string;
  readonly passed: boolean;
  readonly message: string;
  /** What has to hold, as the workflow or Redocly writes it. */
  readonly condition?: string;
  readonly severity?: string;
}

/** The output folder of a run. */
export interface RespectOutput {
  readonly har: string;
  readonly json: string;
}

interface RespectReport {
  readonly files: Record<string, { readonly executedWorkflows: readonly ExecutedWorkflow[] }>;
}

interface ExecutedWorkflow {
  readonly workflowId: string;
  readonly executedSteps: readonly {
    readonly stepId: string;
    readonly checks: readonly StepCheck[];
  }[];
}

/** Runs a workflow of the spec against a target with `redocly respect`. */
export async function runWorkflow(
  target: Address,
  workflowId: string,
  inputs: Readonly<Record<string, string>>,
  { har, json }: RespectOutput,
): Promise<StepResult[]> {
  await mkdir(dirname(har), { recursive: true });
  await mkdir(dirname(json), { recursive: true });
  const args = [
    ...["respect", workflowsFile, "--workflow", workflowId, "--server", `computers=${target.baseUrl}`],
    ...["--input", JSON.stringify({ token: target.token, ...inputs })],
    ...["--har-output", har, "--json-output", json],
    // Redocly treats schemas without `additionalProperties` as closed, but services may add properties.
    ...["--severity", "SCHEMA_CHECK=warn"],
  ];
  const { stdout, stderr } = await runRedocly(args, specFolder);
  const report = await readFile(json, "utf8").catch(() => {
    throw new Error(`redocly respect left no report:\n${stdout}${stderr}`);
  });
  return stepsOf(JSON.parse(report) as RespectReport);
}

function stepsOf(report: RespectReport): StepResult[] {
  return Object.values(report.files)
    .flatMap(({ executedWorkflows }) => executedWorkflows)
    .flatMap(({ workflowId, executedSteps }) =>
      executedSteps.map(({ stepId, checks }) => ({
        workflow: workflowId,
        step: stepId,
        checks: checks.map((check) => ({ ...check, passed: check.passed || check.severity === "warn" })),
      })),
    );
}
