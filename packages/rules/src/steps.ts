import type { Computer, ComputerStatus, ProvisioningStep } from "@compute-host/types";

/** The id of the step that a retry concerns. */
export const installDepsStepId = "install-deps";

/** When a step starts, and the session that it begins where it is the install-dependencies step. */
export interface StepStart {
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number;
  readonly installSessionId: string;
}

/** How a step ended, and when. */
export interface StepEnd {
  /** Milliseconds since the Unix epoch. */
  readonly completedAt: number;
  /** Present when the step failed. */
  readonly error?: string;
}

/** What provisioning does to a computer. */
export interface Progress<C> {
  readonly computer: C;
  /** Whether provisioning ends with it. */
  readonly ends: boolean;
}

/** A step that begins: fresh times, no error, and a new session for the install-dependencies step. */
export function startStep<S extends ProvisioningStep>(
  step: S,
  { startedAt, installSessionId }: StepStart,
): S {
  const { error: _error, completedAt: _completedAt, ...rest } = step;
  const isInstall = step.id === installDepsStepId;
  return { ...rest, status: "running", startedAt, ...(isInstall && { installSessionId }) } as unknown as S;
}

/**
 * Starts the current step, the first one that has not completed. A step that is running already was interrupted by a
 * restart: it goes on as it was, under the same session.
 */
export function startCurrentStep<C extends Computer>(computer: C, start: StepStart): Progress<C> {
  const steps = computer.provisioningSteps ?? [];
  const index = steps.findIndex(({ status }) => status !== "completed");
  const step = steps[index];
  if (step === undefined) return { computer: { ...computer, status: "active" }, ends: true };
  if (step.status === "running") return { computer, ends: false };
  const provisioningSteps = replaceStep(steps, index, startStep(step, start));
  return { computer: { ...computer, status: "provisioning", provisioningSteps }, ends: false };
}

/** Ends the running step and, when it completed, starts the next one in the same change. */
export function endCurrentStep<C extends Computer>(computer: C, end: StepEnd, next: StepStart): Progress<C> {
  const steps = computer.provisioningSteps ?? [];
  const index = steps.findIndex(({ status }) => status === "running");
  const running = steps[index];
  if (running === undefined) return { computer, ends: false };
  const failed = end.error !== undefined;
  const ended: ProvisioningStep = {
    ...running,
    status: failed ? "failed" : "completed",
    // A clock that was set back must not make a step end before it began.
    completedAt: Math.max(end.completedAt, running.startedAt ?? end.completedAt),
    ...(end.error !== undefined && { error: end.error }),
  };
  const provisioningSteps = replaceStep(steps, index, ended);
  if (failed) return { computer: { ...computer, status: "error", provisioningSteps }, ends: true };
  return startCurrentStep({ ...computer, provisioningSteps }, next);
}

/**
 * The status that the steps give a computer: `active` when every one has completed or there are none, `error` when one
 * has failed and none is running, else `provisioning`.
 */
export function statusOfSteps(steps: readonly ProvisioningStep[]): ComputerStatus {
  const has = (status: string): boolean => steps.some((step) => step.status === status);
  if (steps.every((step) => step.status === "completed")) return "active";
  return has("failed") && !has("running") ? "error" : "provisioning";
}

/** The steps with one of them replaced. */
export function replaceStep(
  steps: readonly ProvisioningStep[],
  index: number,
  step: ProvisioningStep,
): ProvisioningStep[] {
  return steps.map((old, at) => (at === index ? step : old));
}
