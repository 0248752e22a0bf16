import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { computerText, conflictOn, rowOfComputer, textWithSteps } from "../computer-record.ts";
import type { FoundComputer, GroupChanges } from "../computer-store.ts";
import { beginJobs } from "./job-table.ts";
import { prepareRows } from "./prepare-rows.ts";
import { isConstraintViolation } from "./sqlite-error.ts";

/** Finds computers by their ID. */
export function createFinder(database: DatabaseSync): (id: string) => FoundComputer | undefined {
  const get = prepareRows(database, `select owner_id, ${textWithSteps} from computers where id = ?`);
  return (id) => {
    const row = get.get(id) as [ownerId: string, text: string] | undefined;
    return row && { ownerId: row[0], text: row[1] };
  };
}

/** Makes the changes of writes, statement by statement. The number of a job's row is its attempt. */
export function createGroupChanges(database: DatabaseSync): GroupChanges {
  const find = createFinder(database);
  const attempt = prepareRows(database, "select sequence from jobs where computer_id = ?");
  // Setting a column writes its indexes again even if the value stays the same, so only changed columns are set.
  const setRecord = database.prepare("update computers set head = ?, steps = ? where id = ?");
  const setName = database.prepare("update computers set name = ?, head = ?, steps = ? where id = ?");
  const setAll = database.prepare(
    "update computers set name = ?, host_id = ?, head = ?, steps = ? where id = ?",
  );
  const remove = database.prepare("delete from computers where id = ?");
  const beginJob = database.prepare(
    beginJobs("select id, owner_id, ? as traceparent, 0 as position from computers where id = ?"),
  );
  const endJob = database.prepare("delete from jobs where computer_id = ?");

  return {
    computer: find,
    attemptOf: (id) => (attempt.get(id) as [number] | undefined)?.[0],
    update(before, after) {
      const row = rowOfComputer(after);
      const { id, name, hostId, head, steps } = row;
      if (before.hostId !== after.hostId) runUnique(setAll, [name, hostId, head, steps, id], id);
      else if (before.name !== after.name) runUnique(setName, [name, head, steps, id], id);
      else setRecord.run(head, steps, id);
      return computerText(row);
    },
    remove(id) {
      endJob.run(id);
      remove.run(id);
    },
    beginJob: (id, traceparent) => void beginJob.run(traceparent ?? null, id),
    endJob: (id) => void endJob.run(id),
  };
}

/** @throws ComputerConflictError when a unique index refuses the row. */
export function runUnique(statement: StatementSync, values: readonly SQLInputValue[], id: string): void {
  try {
    statement.run(...values);
  } catch (error) {
    if (!isConstraintViolation(error)) throw error;
    // For example "UNIQUE constraint failed: computers.owner_id, computers.host_id".
    const [, index = ""] = /\.(\w+?)(?:_id)?$/.exec((error as Error).message) ?? [];
    throw conflictOn(index, id);
  }
}
