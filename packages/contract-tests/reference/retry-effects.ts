import { type Computer, installDepsId, type Step } from "./computer.ts";
import type { Effects } from "./switched.ts";
import { without } from "./update-effects.ts";

type Effect = (started: Computer, before: Computer) => Computer;

const installDepsOf = (computer: Computer) =>
  computer.provisioningSteps.find((step) => step.id === installDepsId);

/** Creates an effect on only the install-dependencies step. */
function onStep(change: (step: Step, before: Step | undefined) => Step): Effect {
  return (started, before) => ({
    ...started,
    provisioningSteps: started.provisioningSteps.map((step) =>
      step.id === installDepsId ? change(step, installDepsOf(before)) : step,
    ),
  });
}

/** The effects of bugs on a record whose install-dependencies step is retried. */
export const retryEffects: Effects<Effect> = {
  "retry-keeps-error": onStep((step, before) => (before?.error ? { ...step, error: before.error } : step)),
  "retry-keeps-completed-at": onStep((step, before) =>
    before?.completedAt ? { ...step, completedAt: before.completedAt } : step,
  ),
  "retry-keeps-started-at": onStep((step, before) =>
    before?.startedAt ? { ...step, startedAt: before.startedAt } : step,
  ),
  "retry-lacks-started-at": onStep(({ startedAt: _dropped, ...step }) => step),
  "retry-lacks-session": onStep(({ installSessionId: _dropped, ...step }) => step),
  "retry-step-pending": onStep((step) => ({ ...step, status: "pending" })),
  "retry-step-unchanged": onStep((step, before) => ({ ...step, status: before?.status ?? step.status })),
  "retry-started-at-in-seconds": onStep((step) => ({ ...step, startedAt: Math.floor(Date.now() / 1000) })),
  "retry-leaves-status": (started, before) => ({ ...started, status: before.status }),
  "retry-resets-earlier-steps": (started) => ({
    ...started,
    provisioningSteps: started.provisioningSteps.map(({ id, name, ...step }) =>
      id === installDepsId ? { id, name, ...step } : { id, name, status: "pending" as const },
    ),
  }),
  "retry-restarts-earlier-steps": (started) => ({
    ...started,
    provisioningSteps: started.provisioningSteps.map((step) =>
      step.id === installDepsId || step.status === "pending" ? step : { ...step, startedAt: Date.now() },
    ),
  }),
  "retry-drops-other-steps": (started) => ({
    ...started,
    provisioningSteps: started.provisioningSteps.filter((step) => step.id === installDepsId),
  }),
  "retry-appends-step": (started, before) => ({
    ...started,
    provisioningSteps: [
      ...before.provisioningSteps,
      ...started.provisioningSteps.filter((step) => step.id === installDepsId),
    ],
  }),
  "retry-takes-last-step": (started, before) => {
    const last = before.provisioningSteps.length - 1;
    const running = installDepsOf(started);
    if (!running) return started;
    return {
      ...started,
      provisioningSteps: before.provisioningSteps.map((step, index) =>
        index === last ? { ...running, id: step.id, name: step.name } : step,
      ),
    };
  },
  "retry-drops-host": (started) => without(started, "hostId"),
  "retry-drops-source": (started) => without(started, "computerSource"),
  "retry-drops-user": (started) => without(started, "remoteUser"),
  "retry-touches-creation": (started) => ({ ...started, createdAt: Date.now() }),
};
