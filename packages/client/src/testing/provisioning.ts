import type { Computer, ProvisioningStep } from "@compute-host/types";

const installDeps = "install-deps";

/** Why the install-dependencies step cannot be retried now, by the name of the spec's problem; `undefined` where it can. */
export function retryConflict({ provisioningSteps: steps = [] }: Computer): RetryConflict | undefined {
  const index = steps.findIndex(({ id }) => id === installDeps);
  if (index < 0) return "noInstallDepsStep";
  if (steps.slice(0, index).some(({ status }) => status !== "completed")) return "earlierStepNotCompleted";
  return steps[index]?.status === "running" ? "installSessionRunning" : undefined;
}

/** Names of the spec's problems that refuse a retry. */
export type RetryConflict = "noInstallDepsStep" | "earlierStepNotCompleted" | "installSessionRunning";

/** The computer after an accepted retry. */
export function startInstall(computer: Computer, installSessionId: string): Computer {
  const provisioningSteps = computer.provisioningSteps?.map((step): ProvisioningStep => {
    if (step.id !== installDeps) return step;
    const { error: _error, completedAt: _completedAt, ...rest } = step;
    return { ...rest, status: "running", startedAt: Date.now(), installSessionId };
  });
  return { ...computer, status: "provisioning", ...(provisioningSteps && { provisioningSteps }) };
}

/**
 * The computer after the step that runs has ended: the next one runs, or the computer is active; with an error it is in the
 * status `error` and later steps stay pending.
 */
export function endRunningStep(computer: Computer, error?: string): Computer {
  const steps = computer.provisioningSteps ?? [];
  const running = steps.findIndex(({ status }) => status === "running");
  const next = steps.findIndex(({ status }, index) => index > running && status === "pending");
  const now = Date.now();
  const provisioningSteps = steps.map((step, index): ProvisioningStep => {
    if (index === running) {
      return { ...step, status: error ? "failed" : "completed", completedAt: now, ...(error && { error }) };
    }
    if (index !== next || error) return step;
    return {
      ...step,
      status: "running",
      startedAt: now,
      ...(step.id === installDeps && { installSessionId: "ins_fake_0" }),
    };
  });
  const status = error ? "error" : next < 0 ? "active" : "provisioning";
  return { ...computer, status, provisioningSteps };
}
