import { type ComputerRow, computerText, rowOfComputer } from "../computer-record.ts";
import type { FoundComputer, GroupChanges } from "../computer-store.ts";
import { beginJobsQuery, endJobsQuery } from "./job-table.ts";
import type { Statement } from "./transaction.ts";

/** The changes of a group's writes, to be sent together. */
export interface CollectedChanges extends GroupChanges {
  statements(): readonly Statement[];
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

/** A computer that the transaction has locked. */
export type LockedRow = readonly [id: string, ownerId: string, text: string, transactionId: string];

/** Begins the changes of a group, from the computers that it has locked. */
export function openGroup(
  rows: readonly LockedRow[],
  attempts: ReadonlyMap<string, number>,
): CollectedChanges {
  const computers = new Map<string, FoundComputer>(
    rows.map(([id, ownerId, text]) => [id, { ownerId, text }]),
  );
  const currentAttempts = new Map(attempts);
  const updated = new Map<string, ComputerRow>();
  const renamed = new Set<string>();
  const removed = new Set<string>();
  const begunJobs = new Map<string, string | undefined>();
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
      const text = computerText(row);
      computers.set(row.id, { ownerId: row.ownerId, text });
      return text;
    },
    remove(id) {
      computers.delete(id);
      updated.delete(id);
      begunJobs.delete(id);
      removed.add(id);
    },
    beginJob(id, traceparent) {
      currentAttempts.delete(id);
      endedJobs.delete(id);
      begunJobs.set(id, traceparent);
    },
    endJob(id) {
      currentAttempts.delete(id);
      endedJobs.add(id);
    },
    statements: () =>
      [
        { ...removeQuery, values: [[...removed]], isNeeded: removed.size > 0 },
        { ...updateQuery, values: columnsOf([...updated.values()]), isNeeded: updated.size > 0 },
        { ...endJobsQuery, values: [[...endedJobs]], isNeeded: endedJobs.size > 0 },
        {
          ...beginJobsQuery,
          values: [[...begunJobs.keys()], [...begunJobs.values()]],
          isNeeded: begunJobs.size > 0,
        },
      ].filter(({ isNeeded }) => isNeeded),
  };
}

function columnsOf(rows: readonly ComputerRow[]): readonly unknown[] {
  return (["id", "name", "hostId", "head", "steps"] as const).map((column) => rows.map((row) => row[column]));
}
