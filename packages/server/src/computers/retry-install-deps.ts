import { installDepsStepId, type StoredComputer, type StoredStep } from "./computer.ts";
import { ComputerConflict } from "./computer-conflict.ts";
import { startStep } from "./step-transitions.ts";

/** What names and dates an attempt. */
export interface NewAttempt {
  readonly installSessionId: string;
  readonly startedAt: number;
}

/**
 * Starts the install-dependencies step of a computer again.
 *
 * @throws ComputerConflict `no-install-deps-step`, `install-session-running` or `earlier-step-not-completed`
 */
export function retryInstallDeps(computer: StoredComputer, attempt: NewAttempt): StoredComputer {
  const steps = computer.provisioningSteps;
  const index = steps.findIndex((step) => step.id === installDepsStepId);
  const step = steps[index];
  if (step === undefined) throw new ComputerConflict("no-install-deps-step");
  if (step.status === "running") throw new ComputerConflict("install-session-running");
  if (steps.slice(0, index).some((earlier) => earlier.status !== "completed")) {
    throw new ComputerConflict("earlier-step-not-completed");
  }
  const started: StoredStep = startStep(step, attempt);
  return { ...computer, status: "provisioning", provisioningSteps: steps.with(index, started) };
}
