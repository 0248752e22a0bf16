import type { ComputerStatus } from "@compute-host/types";
import { installDepsStepId, type StoredComputer, type StoredStep } from "./computer.ts";
import type { JobProgress } from "./computer-store.ts";

/** When a step starts, and the session that it would begin. */
export interface StepStart {
  readonly startedAt: number;
  readonly installSessionId: string;
}

/** How a step ended, and when. */
export interface StepEnd {
  readonly completedAt: number;
  /** Present when the step failed. */
  readonly error?: string;
}

/** A step that begins: fresh times, no error, and a new session for the install-dependencies step. */
export function startStep(step: StoredStep, { startedAt, installSessionId }: StepStart): StoredStep {
  const { error: _error, completedAt: _completedAt, ...rest } = step;
  return {
    ...rest,
    status: "running",
    startedAt,
    ...(step.id === installDepsStepId && { installSessionId }),
  };
}

/**
 * Starts the current step of a job, the first one that has not completed. A step that is running already was
 * interrupted by a restart: it goes on as it was, under the same session.
 */
export function startCurrentStep(computer: StoredComputer, start: StepStart): JobProgress {
  const steps = computer.provisioningSteps;
  const index = steps.findIndex((step) => step.status !== "completed");
  const step = steps[index];
  if (step === undefined) return { computer: { ...computer, status: "active" }, ends: true };
  if (step.status === "running") return { computer, ends: false };
  const provisioningSteps = steps.with(index, startStep(step, start));
  return { computer: { ...computer, status: "provisioning", provisioningSteps }, ends: false };
}

/** Ends the running step of a job and, when it completed, starts the next one in the same write. */
export function endCurrentStep(computer: StoredComputer, end: StepEnd, next: StepStart): JobProgress {
  const steps = computer.provisioningSteps;
  const index = steps.findIndex((step) => step.status === "running");
  const running = steps[index];
  if (running === undefined) return { computer, ends: false };
  const failed = end.error !== undefined;
  const ended: StoredStep = {
    ...running,
    status: failed ? "failed" : "completed",
    completedAt: end.completedAt,
    ...(failed && { error: end.error }),
  };
  const provisioningSteps = steps.with(index, ended);
  if (failed) return { computer: { ...computer, status: "error", provisioningSteps }, ends: true };
  return startCurrentStep({ ...computer, provisioningSteps }, next);
}

/**
 * The status that the steps give a computer: `active` when every one has completed or there are none, `error` when one
 * has failed and none is running, else `provisioning`.
 */
export function statusOfSteps(steps: readonly StoredStep[]): ComputerStatus {
  const has = (status: string): boolean => steps.some((step) => step.status === status);
  if (steps.every((step) => step.status === "completed")) return "active";
  return has("failed") && !has("running") ? "error" : "provisioning";
}
