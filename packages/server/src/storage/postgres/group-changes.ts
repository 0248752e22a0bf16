import type { ClientBase } from "pg";
import type { StoredComputer } from "../../computers/computer.ts";
import { type ComputerRow, computerText, rowOfComputer } from "./computer-rows.ts";
import { textArray } from "./text-array.ts";
import type { Statement } from "./transaction.ts";

/** A computer that the transaction has locked, as it is after the changes so far. */
export interface LockedComputer {
  readonly ownerId: string;
  /** Its JSON text with its steps. */
  readonly text: string;
}

/** The changes of a group's writes, to be sent together. */
export interface GroupChanges {
  /** The computer, or `undefined` if there is none. */
  computer(id: string): LockedComputer | undefined;
  /** The current attempt of the computer's job; a write must have requested it. */
  attemptOf(id: string): number | undefined;
  /** @throws RenamedTwiceError which ends the group before this write. */
  update(before: StoredComputer, after: StoredComputer): LockedComputer;
  remove(id: string): void;
  beginJob(id: string): void;
  endJob(id: string): void;
  readonly begunJobs: ReadonlySet<string>;
  readonly endedJobs: ReadonlySet<string>;
  /** The statements for the changes of computers. */
  statements(): readonly Statement[];
}

/** The part that jobs have in the transaction of a group. */
export interface JobTable {
  /** Locks the jobs of these computers, which are locked themselves, and tells the attempt of each. */
  lock(client: ClientBase, computerIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** The statements for the changes of jobs. */
  statements(changes: GroupChanges): readonly Statement[];
}

/**
 * A computer's name or host changes a second time in a group. Only the last one would meet the unique index, so the first would
 * be acknowledged though it may have been refused.
 */
export class RenamedTwiceError extends Error {
  override readonly name = "RenamedTwiceError";
}

const updateQuery = {
  name: "update-computers",
  text: `
    update compute_host.computers as computer
    set name = changed.name, host_id = changed.host_id, head = changed.head, steps = changed.steps
    from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
      as changed (id, name, host_id, head, steps)
    where computer.id = changed.id`,
};
const removeQuery = {
  name: "remove-computers",
  text: "delete from compute_host.computers where id = any($1)",
};
const countRemovedQuery = {
  name: "count-removed",
  text: "update compute_host.totals set computers = computers - $1::bigint",
};

/** Begins the changes of a group, from the computers that it has locked. */
export function openGroup(
  rows: readonly (readonly [id: string, ownerId: string, head: string, steps: string])[],
  attempts: ReadonlyMap<string, number>,
): GroupChanges {
  const computers = new Map<string, LockedComputer>();
  for (const [id, ownerId, head, steps] of rows)
    computers.set(id, { ownerId, text: computerText(head, steps) });
  const currentAttempts = new Map(attempts);
  const updated = new Map<string, ComputerRow>();
  const renamed = new Set<string>();
  const removed = new Set<string>();
  const begunJobs = new Set<string>();
  const endedJobs = new Set<string>();

  return {
    computer: (id) => computers.get(id),
    attemptOf: (id) => currentAttempts.get(id),
    update(before, after) {
      if (before.name !== after.name || before.hostId !== after.hostId) {
        if (renamed.has(after.id)) throw new RenamedTwiceError();
        renamed.add(after.id);
      }
      const row = rowOfComputer(after);
      updated.set(row.id, row);
      const locked = { ownerId: row.ownerId, text: computerText(row.head, row.steps) };
      computers.set(row.id, locked);
      return locked;
    },
    remove(id) {
      computers.delete(id);
      updated.delete(id);
      begunJobs.delete(id);
      removed.add(id);
    },
    beginJob(id) {
      currentAttempts.delete(id);
      endedJobs.delete(id);
      begunJobs.add(id);
    },
    endJob(id) {
      currentAttempts.delete(id);
      endedJobs.add(id);
    },
    begunJobs,
    endedJobs,
    statements() {
      const rows = [...updated.values()];
      const ids = [...removed];
      return [
        ...(ids.length === 0 ? [] : [{ ...removeQuery, values: [ids] }]),
        ...(rows.length === 0 ? [] : [{ ...updateQuery, values: columnsOf(rows) }]),
        ...(ids.length === 0 ? [] : [{ ...countRemovedQuery, values: [ids.length] }]),
      ];
    },
  };
}

function columnsOf(rows: readonly ComputerRow[]): readonly unknown[] {
  return (["id", "name", "hostId", "head", "steps"] as const).map((column) =>
    textArray(rows.map((row) => row[column])),
  );
}
