import type { Computer } from "@compute-host/types";
import { ConflictError } from "./conflict.ts";
import { installDepsStepId, replaceStep, type StepStart, startStep } from "./steps.ts";

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
