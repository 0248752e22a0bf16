import type { Changes, Computer } from "./computer.ts";
import { isOwn, likePattern } from "./own-computer.ts";
import type { ProblemKind } from "./problem.ts";
import { isSameHost } from "./uuid.ts";
import type { World } from "./world.ts";

/** Returns the conflict that prevents an update, if any. */
export function updateConflict(world: World, computer: Computer, changes: Changes): ProblemKind | undefined {
  const { name, hostId } = changes;
  const byName = name !== undefined && isNameTaken(world, computer, name) ? "name-taken" : undefined;
  const byHost = hostId === undefined ? undefined : hostConflict(world, computer, hostId);
  const byState = stateConflict(world, computer, changes);
  if (world.variant("host-conflict-first")) return byHost ?? byName;
  return byState ?? byName ?? byHost;
}

function isNameTaken(world: World, computer: Computer, name: string): boolean {
  if (world.bug("taken-name-unchecked")) return false;
  if (world.bug("object-prototype-names-taken") && name in {}) return true;
  if (world.flaws.takenNames.has(`${computer.ownerId} ${name}`)) return true;
  if (computer.name === name) return world.bug("own-name-refused");
  return competitors(world, computer, world.bug("name-unique-across-owners")).some((other) => {
    if (other.id === computer.id) return false;
    if (world.bug("name-compared-by-pattern")) return likePattern(name).test(other.name);
    if (world.bug("name-compared-by-prefix")) return other.name.startsWith(name);
    return other.name === name;
  });
}

/** Returns every computer that must not share the name or host. */
function competitors(world: World, computer: Computer, acrossOwners: boolean): readonly Computer[] {
  const owner = { id: computer.ownerId, kind: computer.ownerPrincipalKind };
  return [...world.computers.values()].filter((other) => acrossOwners || isOwn(other, owner));
}

/** Returns the conflict that prevents linking a host, if any. */
export function hostConflict(world: World, computer: Computer, hostId: string): ProblemKind | undefined {
  if (computer.hostId !== undefined) {
    if (world.bug("same-host-refused")) return "host-already-set";
    const isSame = world.bug("same-host-in-other-case-refused")
      ? isSameSpelling(computer.hostId, hostId)
      : isSameHost(computer.hostId, hostId);
    if (!isSame && !world.bug("host-replaceable")) return "host-already-set";
  }
  if (world.bug("host-refused-for-managed") && computer.providerType === "managed") return "host-already-set";
  if (world.bug("taken-host-unchecked")) return undefined;
  const isTaken = competitors(world, computer, world.bug("host-unique-across-owners")).some(
    (other) =>
      other.id !== computer.id &&
      other.hostId !== undefined &&
      (world.bug("taken-host-compared-by-case")
        ? isSameSpelling(other.hostId, hostId)
        : isSameHost(other.hostId, hostId)),
  );
  return isTaken ? "host-taken" : undefined;
}

function isSameSpelling(one: string, other: string): boolean {
  return one === other;
}

/** Conflicts that no correct implementation has. */
function stateConflict(world: World, computer: Computer, changes: Changes): ProblemKind | undefined {
  if (world.bug("update-refused-while-provisioning") && computer.status === "provisioning") {
    return "install-session-running";
  }
  if (world.bug("update-refused-in-error") && computer.status === "error")
    return "earlier-step-not-completed";
  if (world.bug("update-refused-without-changes") && isUnchanged(computer, changes)) return "name-taken";
  const { remoteUser } = changes;
  const isUserTaken = [...world.computers.values()].some(
    (other) => other.id !== computer.id && remoteUser !== undefined && other.remoteUser === remoteUser,
  );
  return world.bug("user-taken-once") && isUserTaken ? "name-taken" : undefined;
}

function isUnchanged(computer: Computer, changes: Changes): boolean {
  const names = Object.keys(changes) as (keyof Changes)[];
  return names.length > 0 && names.every((name) => computer[name] === changes[name]);
}
