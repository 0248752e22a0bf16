import type { ComputerUpdate, StoredComputer } from "./computer.ts";
import { ComputerConflictError } from "./store-errors.ts";

/**
 * Applies an update; all of its fields together or, when it throws, none. Whether a name or a host is taken is for the
 * store to tell.
 *
 * @returns the very object that was given when nothing changes.
 * @throws ComputerConflictError `host-already-set`
 */
export function updateComputer(computer: StoredComputer, update: ComputerUpdate): StoredComputer {
  const { name = computer.name, remoteUser = computer.remoteUser } = update;
  const hostId = newHostId(computer.hostId, update.hostId);
  if (name === computer.name && remoteUser === computer.remoteUser && hostId === computer.hostId)
    return computer;
  return {
    ...computer,
    name,
    ...(hostId !== undefined && { hostId }),
    ...(remoteUser !== undefined && { remoteUser }),
  };
}

/** A UUID is the same in either letter case; the first spelling stays. */
function newHostId(current: string | undefined, asked: string | undefined): string | undefined {
  if (current === undefined || asked === undefined) return asked ?? current;
  if (current.toLowerCase() === asked.toLowerCase()) return current;
  throw new ComputerConflictError("host-already-set");
}
