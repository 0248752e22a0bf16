import type { Changes } from "./acts.ts";
import { type Computer, installDeps, type Principal, type Step } from "./computers.ts";
import type { ProblemKind } from "./problems.ts";

/** Whether a computer is an owner's. */
export function isOwn({ ownerId, ownerPrincipalKind }: Computer, { id, kind }: Principal): boolean {
  return ownerId === id && ownerPrincipalKind === kind;
}

/** Whether a computer is linked to a host, in either letter case. */
export function isLinked({ hostId: own }: Computer, hostId: string): boolean {
  return own?.toLowerCase() === hostId.toLowerCase();
}

/** Returns the position of the step that a retry runs. */
export function indexOfInstall(steps: readonly Step[]): number {
  return steps.findIndex(({ id }) => id === installDeps);
}

/** Returns the latest install session of a computer. */
export function sessionOf({ provisioningSteps: steps }: Computer): string | undefined {
  return steps[indexOfInstall(steps)]?.installSessionId;
}

/** Compares computers as a list has them: newest first, then by higher ID. */
export function newestFirst(one: Computer, other: Computer): number {
  return other.createdAt - one.createdAt || (other.id < one.id ? -1 : Number(other.id > one.id));
}

/** Returns what prevents an update: names and hosts are unique among an owner's computers, and a host is set once. */
export function conflictOf(
  computer: Computer,
  { name, hostId }: Changes,
  others: readonly Computer[],
): ProblemKind | undefined {
  if (others.some((other) => other.name === name)) return "name-taken";
  if (hostId === undefined) return undefined;
  if (computer.hostId !== undefined && !isLinked(computer, hostId)) return "host-already-set";
  return others.some((other) => isLinked(other, hostId)) ? "host-taken" : undefined;
}

/** Returns what prevents a retry: a running session, an earlier step that has not completed, or no such step. */
export function retryConflictOf({ provisioningSteps: steps }: Computer): ProblemKind | undefined {
  const index = indexOfInstall(steps);
  if (index < 0) return "no-install-deps-step";
  if (steps[index]?.status === "running") return "install-session-running";
  const isReady = steps.slice(0, index).every(({ status }) => status === "completed");
  return isReady ? undefined : "earlier-step-not-completed";
}
