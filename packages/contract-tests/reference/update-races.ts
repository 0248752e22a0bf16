import type { BugId } from "./bugs/bugs.ts";
import type { Changes, Computer } from "./computer.ts";
import { ProblemError } from "./problem.ts";
import { hostConflict, updateConflict } from "./update-conflict.ts";
import { pause, type World } from "./world.ts";

const lostRaces: readonly BugId[] = [
  "parallel-renames-share-name",
  "lost-name-race-is-500",
  "parallel-links-share-host",
  "parallel-links-replace-host",
];
const earlyReads: readonly BugId[] = ["update-reverts-finished-install", "parallel-updates-lose-one"];

/** Whether a bug waits between the check of an update and its write. */
export const losesRaces = (world: World): boolean => lostRaces.some(world.bug);

/** Whether a bug writes back what it read before it waited. */
export const readsEarly = (world: World): boolean => earlyReads.some(world.bug);

/** Waits between a check and its write, and skips the check that the race loses. */
export async function loseRace(world: World, computer: Computer, changes: Changes): Promise<void> {
  const { name, hostId } = changes;
  if (name !== undefined && world.bug("parallel-renames-share-name")) await pause();
  if (name !== undefined && world.bug("lost-name-race-is-500")) {
    await pause();
    if (updateConflict(world, computer, { name })) throw new ProblemError("internal-error");
  }
  if (hostId === undefined) return;
  if (world.bug("parallel-links-share-host")) {
    await pause();
    const current = world.computers.get(computer.id) ?? computer;
    if (hostConflict(world, current, hostId) === "host-already-set")
      throw new ProblemError("host-already-set");
  }
  if (world.bug("parallel-links-replace-host")) {
    await pause();
    if (hostConflict(world, computer, hostId)) throw new ProblemError("host-taken");
  }
}

/** Returns the record that an update changes, although a newer one may have been stored since. */
export async function staleRecord(world: World, read: Computer): Promise<Computer> {
  if (world.bug("update-reverts-finished-install")) {
    await pause(world.installMs + 100);
    const current = world.computers.get(read.id) ?? read;
    return { ...current, status: read.status, provisioningSteps: read.provisioningSteps };
  }
  await pause();
  const { status, provisioningSteps } = world.computers.get(read.id) ?? read;
  return { ...read, status, provisioningSteps };
}
