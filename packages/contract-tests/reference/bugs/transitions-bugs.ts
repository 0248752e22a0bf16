import type { Step } from "../computer.ts";
import { breaking, sends } from "../deviation.ts";

const error = "apt-get exited with code 100";

/** Ends a step with a failure. */
export function failedStep(ended: Step): Step {
  return { ...ended, status: "failed", error };
}

/** Bugs in what follows a retry. */
export const transitionsBugs = {
  ...breaking("Computers#2", {
    "install-never-ends": { runSession: () => {} },
    "finished-install-leaves-status": { settle: (ended) => ended },
    "failed-install-leaves-status": (right) => ({
      endedStep: (step) => failedStep(right.endedStep(step)),
      settle: (ended) => ended,
    }),
    "failed-install-says-active": (right) => ({
      endedStep: (step) => failedStep(right.endedStep(step)),
      settle: (ended) => ({ ...ended, status: "active" }),
    }),
    "failed-install-fails-later-steps": (right) => ({
      endedStep: (step) => failedStep(right.endedStep(step)),
      settle(ended) {
        const provisioningSteps = ended.provisioningSteps.map((step) =>
          step.status === "pending" ? { ...step, status: "failed" as const } : step,
        );
        return right.settle({ ...ended, provisioningSteps });
      },
    }),
    "active-before-later-steps": { settle: (ended) => ({ ...ended, status: "active" }) },
    "later-steps-never-run": {
      runStep: () => {},
    },
  }),
  ...breaking("ProvisioningStep.error#1", {
    "error-kept-on-completed-step": (right) => ({
      endedStep: (step) => ({ ...right.endedStep(step), error }),
    }),
  }),
  ...breaking("ProvisioningStep.completedAt#1", {
    "completed-before-started": (right) => ({
      endedStep: (step) => ({ ...right.endedStep(step), completedAt: (step.startedAt ?? 0) - 1000 }),
    }),
  }),
  ...breaking("Computer.status#1", {
    "stepless-computer-stays-provisioning": sends((sent, _place, { provisioningSteps }) => {
      if (provisioningSteps.length === 0) sent.status = "provisioning";
    }),
    "failed-computer-says-active": sends((sent) => {
      if (sent.status === "error") sent.status = "active";
    }),
  }),
};
