import { type Computer, installDepsId, replaceStep } from "./computer.ts";
import type { Principal } from "./credentials.ts";
import { runInstall } from "./install-session.ts";
import { ownComputer } from "./own-computer.ts";
import { ProblemError, type ProblemKind } from "./problem.ts";
import { retryEffects } from "./retry-effects.ts";
import { newSessionId } from "./session-id.ts";
import { switchedOn } from "./switched.ts";
import { later, pause, timeOf, type World } from "./world.ts";

/** Restarts the install-dependencies step and returns the record, or fails with 404 or 409. */
export async function retryInstallDeps(world: World, owner: Principal, id: string): Promise<Computer> {
  if (world.bug("foreign-conflict-told")) {
    const any = world.computers.get(id);
    const conflict = any && retryConflict(world, any);
    if (conflict) throw new ProblemError(conflict);
  }
  const computer = ownComputer(world, owner, id, "retry");
  const recent = recentRetry(world, computer);
  if (recent) return recent;
  const conflict = retryConflict(world, computer);
  if (conflict !== undefined) return refuse(world, computer, conflict);
  if (world.bug("parallel-retries-both-accepted")) await pause();
  const started = startSession(world, world.computers.get(computer.id) ?? computer);
  world.flaws.retriedAt.set(computer.id, Date.now());
  if (world.bug("retry-waits-for-install")) {
    await pause(world.installMs + 50);
    return world.computers.get(computer.id) ?? started;
  }
  return responseTo(world, computer, started);
}

/** The record that the caller gets. */
function responseTo(world: World, before: Computer, started: Computer): Computer {
  if (world.bug("retry-returns-old-record")) return before;
  if (!world.bug("retry-tells-another-session")) return started;
  const provisioningSteps = started.provisioningSteps.map((step) =>
    step.id === installDepsId ? { ...step, installSessionId: newSessionId(world) } : step,
  );
  return { ...started, provisioningSteps };
}

function recentRetry(world: World, computer: Computer): Computer | undefined {
  const isRecent = Date.now() - (world.flaws.retriedAt.get(computer.id) ?? 0) < 100;
  if (isRecent && world.bug("lost-retry-race-is-500")) throw new ProblemError("internal-error");
  return isRecent && world.bug("parallel-retries-merged") ? computer : undefined;
}

function refuse(world: World, computer: Computer, conflict: ProblemKind): never {
  if (world.bug("refused-retry-sets-provisioning")) {
    world.computers.set(computer.id, { ...computer, status: "provisioning" });
  }
  const index = computer.provisioningSteps.findIndex((step) => step.id === installDepsId);
  const step = computer.provisioningSteps[index];
  if (step && world.bug("refused-retry-changes-session")) {
    const changed = { ...step, installSessionId: newSessionId(world) };
    const provisioningSteps = replaceStep(computer.provisioningSteps, index, changed);
    world.computers.set(computer.id, { ...computer, provisioningSteps });
  }
  if (step && world.bug("refused-retry-starts-anyway")) startSession(world, computer);
  const status = statusOfConflict(world, conflict);
  throw new ProblemError(conflict, status === undefined ? {} : { status });
}

function statusOfConflict(world: World, conflict: ProblemKind): number | undefined {
  if (conflict === "no-install-deps-step" && world.bug("stepless-retry-is-404")) return 404;
  if (conflict === "no-install-deps-step" && world.bug("stepless-retry-is-500")) return 500;
  if (conflict === "earlier-step-not-completed" && world.bug("early-retry-is-400")) return 400;
  if (conflict === "install-session-running" && world.bug("running-retry-is-423")) return 423;
  return undefined;
}

/** Returns the conflict that prevents a retry of the install-dependencies step, if any. */
export function retryConflict(world: World, computer: Computer): ProblemKind | undefined {
  const steps = computer.provisioningSteps;
  const index = steps.findIndex((step) => step.id === installDepsId);
  if (index < 0) return world.bug("stepless-retry-accepted") ? undefined : "no-install-deps-step";
  const invented = inventedConflict(world, computer);
  if (invented) return invented;
  const isRunning = steps[index]?.status === "running";
  if (isRunning && !world.bug("running-retry-accepted")) return "install-session-running";
  const accepted: readonly string[] = [
    "completed",
    ...(world.bug("retry-accepted-after-failed-step") ? ["failed"] : []),
    ...(world.bug("retry-accepted-after-running-step") ? ["running"] : []),
  ];
  const checked = world.bug("retry-checks-later-steps")
    ? steps.filter((_, position) => position !== index)
    : steps.slice(0, index);
  return checked.every((step) => accepted.includes(step.status)) ? undefined : "earlier-step-not-completed";
}

/** Conflicts that no correct implementation has. */
function inventedConflict(world: World, computer: Computer): ProblemKind | undefined {
  const anyRuns = [...world.computers.values()].some(({ provisioningSteps }) =>
    provisioningSteps.some((step) => step.id === installDepsId && step.status === "running"),
  );
  const wasRetried = world.flaws.retriedAt.has(computer.id);
  const isRefused =
    (world.bug("active-retry-refused") && computer.status === "active") ||
    (world.bug("byom-retry-refused") && computer.providerType === "byom") ||
    (world.bug("unlinked-retry-refused") && computer.hostId === undefined) ||
    (world.bug("one-session-per-service") && anyRuns) ||
    (world.bug("second-retry-refused") && wasRetried);
  return isRefused ? "install-session-running" : undefined;
}

function startSession(world: World, computer: Computer): Computer {
  const steps = computer.provisioningSteps;
  const index = steps.findIndex((step) => step.id === installDepsId);
  const step = steps[index] ?? { id: installDepsId, name: "Install dependencies", status: "pending" };
  const { error: _error, completedAt: _completedAt, ...kept } = step;
  const installSessionId = newSessionId(world, step.installSessionId);
  const running = { ...kept, status: "running" as const, startedAt: timeOf(world), installSessionId };
  const provisioningSteps = index < 0 ? [...steps, running] : replaceStep(steps, index, running);
  let started: Computer = { ...computer, status: "provisioning", provisioningSteps };
  for (const effect of switchedOn(world, retryEffects)) started = effect(started, computer);
  const stored = world.bug("retry-status-not-stored") ? { ...started, status: computer.status } : started;
  if (world.bug("retry-stored-later")) later(world, 100, () => world.computers.set(computer.id, stored));
  else world.computers.set(computer.id, stored);
  if (!world.bug("install-never-ends")) runInstall(world, started);
  return started;
}
