import type { Computer, ComputerUpdate } from "@compute-host/types";
import { ConflictError } from "./conflict.ts";

/**
 * Applies a caller's update, all of it or nothing if it throws; see {@link setFields}. Only the fields named here are
 * stored, because a stored computer is sent to readers unchanged.
 *
 * @returns the same object if nothing changes
 * @throws ConflictError `host-already-set`
 */
export function updateComputer<C extends Computer>(
  computer: C,
  { name, hostId, remoteUser, ...rest }: ComputerUpdate,
): C {
  // A new field does not compile until it is handled: name it above, and below if it is stored unchanged.
  rest satisfies Record<string, never>;
  return setFields(computer, { name, hostId, remoteUser });
}

/** Fields of a computer to set; `undefined` leaves a field unchanged. */
type Fields = { readonly [Name in keyof Computer]?: Computer[Name] | undefined };

/**
 * Sets fields of a computer, or none if it throws. {@link refuseTaken} or the database checks whether a name or host is
 * taken.
 *
 * @returns the same object if nothing changes
 * @throws ConflictError `host-already-set`
 */
export function setFields<C extends Computer>(computer: C, fields: Fields): C {
  const asked = { ...fields, hostId: hostOf(computer, fields.hostId) };
  const changed = Object.entries(asked).filter(
    ([field, value]) =>
      value !== undefined && JSON.stringify(value) !== JSON.stringify(computer[field as keyof Computer]),
  );
  return changed.length === 0 ? computer : { ...computer, ...Object.fromEntries(changed) };
}

/** A host can be set once. UUIDs are case-insensitive, and the first spelling stays. */
function hostOf({ hostId: current }: Computer, asked: string | undefined): string | undefined {
  if (current === undefined || asked === undefined) return asked;
  if (isSameHost(current, asked)) return current;
  throw new ConflictError("host-already-set");
}

/**
 * Refuses a computer if another computer of its owner has its name or host.
 *
 * @throws ConflictError `name-taken` or `host-taken`
 */
export function refuseTaken(computer: Computer, others: Iterable<Computer>): void {
  for (const other of others) {
    if (other.id === computer.id || other.ownerId !== computer.ownerId) continue;
    if (other.name === computer.name) throw new ConflictError("name-taken");
    if (isSameHost(other.hostId, computer.hostId)) throw new ConflictError("host-taken");
  }
}

/** Whether two hosts are the same; an absent host is never the same. */
export function isSameHost(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && a.toLowerCase() === b?.toLowerCase();
}
