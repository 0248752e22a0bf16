import type { Computer, ComputerUpdate } from "@compute-host/types";
import { ConflictError } from "./conflict.ts";

/**
 * Applies all fields of an update, or none if it throws. {@link refuseTaken} or the database checks whether a name
 * or host is taken.
 *
 * @returns the same object if nothing changes
 * @throws ConflictError `host-already-set`
 */
export function updateComputer<C extends Computer>(computer: C, update: ComputerUpdate): C {
  const asked = { ...update, ...hostOf(computer, update) };
  const changed = Object.entries(asked).filter(
    ([field, value]) =>
      value !== undefined && JSON.stringify(value) !== JSON.stringify(computer[field as keyof C]),
  );
  return changed.length === 0 ? computer : { ...computer, ...Object.fromEntries(changed) };
}

/** A host can be set once. UUIDs are case-insensitive, and the first spelling stays. */
function hostOf({ hostId: current }: Computer, { hostId: asked }: ComputerUpdate): ComputerUpdate {
  if (current === undefined || asked === undefined) return {};
  if (isSameHost(current, asked)) return { hostId: current };
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
