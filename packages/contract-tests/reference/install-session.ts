import { type Computer, installDepsId, replaceStep, type Step, statusOf } from "./computer.ts";
import { later, timeOf, type World } from "./world.ts";

/** Runs an install session and then the later steps. */
export function runInstall(world: World, started: Computer): void {
  const running = started.provisioningSteps.findIndex((step) => step.status === "running");
  const index =
    running < 0 ? started.provisioningSteps.findIndex((step) => step.id === installDepsId) : running;
  const sessionId = started.provisioningSteps[index]?.installSessionId;
  later(world, durationOf(world), () => {
    const current = world.computers.get(started.id);
    const base = world.bug("finished-install-reverts-update") ? started : current;
    if (!base) return;
    if (base.provisioningSteps[index]?.installSessionId !== sessionId) return;
    endStep(world, base, index, sessionsFail(world));
  });
}

/** Whether sessions fail, because of a variant or to show a bug. */
function sessionsFail(world: World): boolean {
  return (
    world.variant("sessions-fail") ||
    world.bug("failed-install-leaves-status") ||
    world.bug("failed-install-says-active") ||
    world.bug("failed-install-fails-later-steps")
  );
}

function durationOf(world: World): number {
  if (world.variant("sessions-end-at-once")) return 0;
  return world.variant("slow-sessions") ? world.installMs * 10 : world.installMs;
}

function endStep(world: World, computer: Computer, index: number, hasFailed: boolean): void {
  const step = computer.provisioningSteps[index];
  if (!step) return;
  const ended = endedStep(world, step, hasFailed);
  const provisioningSteps = replaceStep(computer.provisioningSteps, index, ended);
  const next = provisioningSteps.findIndex(
    ({ status }, position) => position > index && status === "pending",
  );
  const startsNext = !hasFailed && next > index;
  const steps = startsNext ? startStep(world, provisioningSteps, next) : provisioningSteps;
  world.computers.set(computer.id, settle(world, { ...computer, provisioningSteps: steps }, computer));
  if (!startsNext || world.bug("later-steps-never-run")) return;
  later(world, durationOf(world), () => {
    const current = world.computers.get(computer.id);
    if (current) endStep(world, current, next, false);
  });
}

function startStep(world: World, steps: readonly Step[], index: number): readonly Step[] {
  const step = steps[index];
  if (!step) return steps;
  return replaceStep(steps, index, { ...step, status: "running", startedAt: timeOf(world) });
}

function endedStep(world: World, step: Step, hasFailed: boolean): Step {
  const completedAt = world.bug("completed-before-started")
    ? (step.startedAt ?? 0) - 1000
    : Math.max(timeOf(world), step.startedAt ?? 0);
  if (hasFailed) return { ...step, status: "failed", error: "apt-get exited with code 100", completedAt };
  const ended: Step = { ...step, status: "completed", completedAt };
  if (world.bug("error-kept-on-completed-step")) return { ...ended, error: "apt-get exited with code 100" };
  if (world.bug("finished-install-drops-session")) {
    const { installSessionId: _dropped, ...rest } = ended;
    return rest;
  }
  return world.bug("finished-install-renames-session") ? { ...ended, installSessionId: "ins_done" } : ended;
}

/** Returns the computer after one of its steps has ended. */
function settle(world: World, ended: Computer, before: Computer): Computer {
  const status = statusOf(ended.provisioningSteps);
  if (world.bug("finished-install-leaves-status")) return { ...ended, status: before.status };
  if (status === "error") return failed(world, ended, before);
  if (world.bug("active-before-later-steps") && status === "provisioning")
    return { ...ended, status: "active" };
  if (world.bug("finished-install-drops-user")) {
    const { remoteUser: _dropped, ...rest } = ended;
    return { ...rest, status };
  }
  return { ...ended, status };
}

function failed(world: World, ended: Computer, before: Computer): Computer {
  if (world.bug("failed-install-leaves-status")) return { ...ended, status: before.status };
  if (world.bug("failed-install-says-active")) return { ...ended, status: "active" };
  if (!world.bug("failed-install-fails-later-steps")) return { ...ended, status: "error" };
  const provisioningSteps = ended.provisioningSteps.map((step) =>
    step.status === "pending" ? { ...step, status: "failed" as const } : step,
  );
  return { ...ended, status: "error", provisioningSteps };
}
