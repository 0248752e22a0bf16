import { installDepsStepId, type StoredComputer, type StoredStep } from "./computer.ts";
import { startStep } from "./step-transitions.ts";
import { ComputerConflictError } from "./store-errors.ts";

/** What names and dates an attempt. */
export interface NewAttempt {
  readonly installSessionId: string;
  readonly startedAt: number;
}

/**
 * Starts the install-dependencies step of a computer again.
 *
 * @throws ComputerConflictError `no-install-deps-step`, `install-session-running` or `earlier-step-not-completed`
 */
export function retryInstallDeps(computer: StoredComputer, attempt: NewAttempt): StoredComputer {
  const steps = computer.provisioningSteps;
  const index = steps.findIndex((step) => step.id === installDepsStepId);
  const step = steps[index];
  if (step === undefined) throw new ComputerConflictError("no-install-deps-step");
  if (step.status === "running") throw new ComputerConflictError("install-session-running");
  if (steps.slice(0, index).some((earlier) => earlier.status !== "completed")) {
    throw new ComputerConflictError("earlier-step-not-completed");
  }
  const started: StoredStep = startStep(step, attempt);
  return { ...computer, status: "provisioning", provisioningSteps: steps.with(index, started) };
}
