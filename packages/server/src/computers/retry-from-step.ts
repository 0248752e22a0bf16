import type { StoredComputer } from "./computer.ts";
import { ComputerConflictError } from "./store-errors.ts";

/**
 * Resets a step and all later ones to pending, so that provisioning continues from there, even if it had succeeded. The
 * default is the first step that has not completed.
 *
 * @throws ComputerConflictError `no-such-step`, `nothing-to-retry`, `install-session-running` while any step is
 * running, or `earlier-step-not-completed`
 */
export function retryFromStep(computer: StoredComputer, stepId: string | undefined): StoredComputer {
  const steps = computer.provisioningSteps;
  const firstOpen = steps.findIndex(({ status }) => status !== "completed");
  const index = stepId === undefined ? firstOpen : steps.findIndex(({ id }) => id === stepId);
  if (index === -1)
    throw new ComputerConflictError(stepId === undefined ? "nothing-to-retry" : "no-such-step");
  if (steps.some(({ status }) => status === "running"))
    throw new ComputerConflictError("install-session-running");
  if (firstOpen !== -1 && firstOpen < index) throw new ComputerConflictError("earlier-step-not-completed");
  const provisioningSteps = steps.map((step, at) => {
    if (at < index) return step;
    const { error: _error, startedAt: _startedAt, completedAt: _completedAt, ...rest } = step;
    return { ...rest, status: "pending" };
  });
  return { ...computer, status: "provisioning", provisioningSteps };
}
