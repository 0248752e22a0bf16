import type { Changes, Computer } from "./computer.ts";
import type { Principal } from "./credentials.ts";
import { ownComputer } from "./own-computer.ts";
import { ProblemError } from "./problem.ts";
import { switchedOn } from "./switched.ts";
import { storedText } from "./text-fields.ts";
import { updateConflict } from "./update-conflict.ts";
import { updateEffects } from "./update-effects.ts";
import { loseRace, losesRaces, readsEarly, staleRecord } from "./update-races.ts";
import { later, pause, type World } from "./world.ts";

/** Changes a computer of the owner, all fields together, or fails with 404 or 409. */
export async function updateComputer(
  world: World,
  owner: Principal,
  id: string,
  changes: Changes,
): Promise<Computer> {
  const purpose = Object.keys(changes).length === 0 ? "empty update" : "update";
  const computer = ownComputer(world, owner, id, purpose);
  const stored = storedChanges(world, changes);
  checkLock(world, computer);
  if (world.bug("written-before-conflict") && stored.remoteUser !== undefined) {
    world.computers.set(computer.id, { ...computer, remoteUser: stored.remoteUser });
  }
  const conflict = updateConflict(world, computer, stored);
  if (conflict !== undefined) {
    rememberConflict(world, computer, stored);
    throw new ProblemError(conflict);
  }
  // The correct implementation never waits between the check and the write, so no other request can intervene.
  if (losesRaces(world)) await loseRace(world, computer, stored);
  const current = readsEarly(world) ? await staleRecord(world, computer) : world.computers.get(computer.id);
  const updated = applyChanges(world, current ?? computer, stored);
  if (world.bug("update-visible-by-halves")) {
    world.computers.set(updated.id, { ...computer, name: updated.name });
    await pause();
  }
  write(world, computer, updated);
  return world.bug("update-returns-old-record") ? computer : updated;
}

function storedChanges(world: World, changes: Changes): Changes {
  const { name, remoteUser } = changes;
  return {
    ...changes,
    ...(typeof name === "string" && { name: storedText(world, "name", name) }),
    ...(typeof remoteUser === "string" && { remoteUser: storedText(world, "remoteUser", remoteUser) }),
  };
}

function checkLock(world: World, computer: Computer): void {
  if (!world.flaws.lockedIds.has(computer.id)) return;
  throw new ProblemError("unavailable", { headers: { "Retry-After": "1" } });
}

/** Leaves traces of a refused update because of a bug. */
function rememberConflict(world: World, computer: Computer, changes: Changes): void {
  const { name } = changes;
  if (world.bug("refused-update-keeps-lock")) world.flaws.lockedIds.add(computer.id);
  if (world.bug("refused-update-reserves-name") && name)
    world.flaws.takenNames.add(`${computer.ownerId} ${name}`);
  if (world.bug("refused-update-written")) world.computers.set(computer.id, { ...computer, ...changes });
}

function applyChanges(world: World, current: Computer, changes: Changes): Computer {
  let updated: Computer = { ...current, ...changes };
  for (const effect of switchedOn(world, updateEffects))
    updated = effect({ before: current, updated, changes });
  return updated;
}

function write(world: World, before: Computer, updated: Computer): void {
  const { flaws } = world;
  flaws.writes += 1;
  flaws.updates.set(updated.id, flaws.writes);
  if (before.hostId !== updated.hostId) flaws.linkedAt.set(updated.id, Date.now());
  if (world.bug("old-name-stays-taken") && before.name !== updated.name) {
    flaws.takenNames.add(`${before.ownerId} ${before.name}`);
  }
  if (world.bug("user-not-stored")) {
    const { remoteUser: _dropped, ...rest } = updated;
    const kept = before.remoteUser === undefined ? rest : { ...rest, remoteUser: before.remoteUser };
    world.computers.set(updated.id, kept);
    return;
  }
  if (world.bug("update-stored-later")) {
    later(world, 100, () => world.computers.set(updated.id, updated));
    return;
  }
  world.computers.set(updated.id, updated);
  if (world.bug("update-hits-every-computer")) spreadUser(world, updated);
}

function spreadUser(world: World, updated: Computer): void {
  const { remoteUser } = updated;
  if (remoteUser === undefined) return;
  for (const other of world.computers.values()) {
    if (other.ownerId === updated.ownerId) world.computers.set(other.id, { ...other, remoteUser });
  }
}
