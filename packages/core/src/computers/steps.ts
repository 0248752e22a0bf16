import type { Computer, ComputerStatus, ProvisioningStep } from "@compute-host/types";
import { ConflictError } from "./conflict.ts";

/** The ID of the step that a retry runs. */
export const installDepsStepId = "install-deps";

/** The start of a step, and the session that it begins if it is the install-dependencies step. */
export interface StepStart {
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number;
  readonly installSessionId: string;
}

/** The result and the end of a step. */
export interface StepEnd {
  /** Milliseconds since the Unix epoch. */
  readonly completedAt: number;
  /** Present when the step failed. */
  readonly error?: string;
}

/** A change that provisioning makes to a computer. */
export interface Progress<C> {
  readonly computer: C;
  /** Whether provisioning ends with this change. */
  readonly ends: boolean;
}

/** Starts a step with fresh times, without an error, and with a new session for the install-dependencies step. */
export function startStep<S extends ProvisioningStep>(
  step: S,
  { startedAt, installSessionId }: StepStart,
): S {
  const { error: _error, completedAt: _completedAt, ...rest } = step;
  const isInstall = step.id === installDepsStepId;
  return { ...rest, status: "running", startedAt, ...(isInstall && { installSessionId }) } as unknown as S;
}

/**
 * Starts the current step, which is the first one that has not completed. A step that is already running was
 * interrupted by a restart, and resumes in the same session. Without a start, the step stays unchanged.
 */
export function startCurrentStep<C extends Computer>(computer: C, start: StepStart | undefined): Progress<C> {
  const steps = computer.provisioningSteps ?? [];
  const index = steps.findIndex(({ status }) => status !== "completed");
  const step = steps[index];
  if (step === undefined) return { computer: { ...computer, status: "active" }, ends: true };
  if (step.status === "running" || start === undefined) return { computer, ends: false };
  const provisioningSteps = replaceStep(steps, index, startStep(step, start));
  return { computer: { ...computer, status: "provisioning", provisioningSteps }, ends: false };
}

/** Ends the running step and, if it completed and `next` is given, starts the next one in the same change. */
export function endCurrentStep<C extends Computer>(
  computer: C,
  end: StepEnd,
  next: StepStart | undefined,
): Progress<C> {
  const steps = computer.provisioningSteps ?? [];
  const index = steps.findIndex(({ status }) => status === "running");
  const running = steps[index];
  if (running === undefined) return { computer, ends: false };
  const failed = end.error !== undefined;
  const ended: ProvisioningStep = {
    ...running,
    status: failed ? "failed" : "completed",
    // A clock that was set back must not make a step end before its start.
    completedAt: Math.max(end.completedAt, running.startedAt ?? end.completedAt),
    ...(end.error !== undefined && { error: end.error }),
  };
  const provisioningSteps = replaceStep(steps, index, ended);
  if (failed) return { computer: { ...computer, status: "error", provisioningSteps }, ends: true };
  return startCurrentStep({ ...computer, provisioningSteps }, next);
}

/**
 * Derives a computer's status from its steps: `active` if all have completed or there are none, `error` if one has
 * failed and none is running, otherwise `provisioning`.
 */
export function statusOfSteps(steps: readonly ProvisioningStep[]): ComputerStatus {
  const has = (status: string): boolean => steps.some((step) => step.status === status);
  if (steps.every((step) => step.status === "completed")) return "active";
  return has("failed") && !has("running") ? "error" : "provisioning";
}

/**
 * Restarts a computer's install-dependencies step.
 *
 * @throws ConflictError `no-install-deps-step`, `install-session-running` or `earlier-step-not-completed`, the
 * first that applies in this order
 */
export function retryInstallDeps<C extends Computer>(computer: C, start: StepStart): C {
  const steps = computer.provisioningSteps ?? [];
  const index = steps.findIndex(({ id }) => id === installDepsStepId);
  const step = steps[index];
  if (step === undefined) throw new ConflictError("no-install-deps-step");
  if (step.status === "running") throw new ConflictError("install-session-running");
  if (steps.slice(0, index).some(({ status }) => status !== "completed")) {
    throw new ConflictError("earlier-step-not-completed");
  }
  const provisioningSteps = replaceStep(steps, index, startStep(step, start));
  return { ...computer, status: "provisioning", provisioningSteps };
}

/** Returns the steps with one of them replaced. */
function replaceStep(
  steps: readonly ProvisioningStep[],
  index: number,
  step: ProvisioningStep,
): ProvisioningStep[] {
  return steps.map((old, at) => (at === index ? step : old));
}
