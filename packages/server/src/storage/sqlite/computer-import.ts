import type { DatabaseSync } from "node:sqlite";
import type { StoredComputer } from "../../computers/computer.ts";
import {
  ComputerConflictError,
  ImportInProgressError,
  maxConflicts,
  throwConflicts,
} from "../../computers/store-errors.ts";
import { type ImportedRows, rowsPerWrite } from "../computer-import.ts";
import { computerColumns, rowOfComputer } from "../computer-record.ts";
import { runUnique } from "./group-changes.ts";
import type { GroupCommit } from "./group-commit.ts";
import { beginJobs } from "./job-table.ts";
import { noHiddenRow } from "./migrations.ts";

/**
 * Makes imports. Their computers are written into the table in short transactions, as rows that the view of visible computers leaves
 * out until the last transaction. Adding them all in that one, from a temporary table, would let every other request wait for
 * 2 s at the end of an import of 100,000, and for 20 s of 400,000. After a crash, the hidden rows are removed at the start.
 */
export function createImports(database: DatabaseSync, group: GroupCommit): () => ImportedRows {
  const insert = database.prepare(`insert into computers (${computerColumns}) values (?, ?, ?, ?, ?, ?, ?)`);
  const firstRow = "(select first_row from hidden_rows)";
  const addJobs = database.prepare(
    beginJobs(`select id, owner_id, null as traceparent, rowid as position from computers
     where rowid >= ${firstRow} and json_extract(head || '}', '$.status') = 'provisioning'`),
  );
  const count = database.prepare("update totals set computers = computers + ?");
  const hide = database.prepare(
    "update hidden_rows set first_row = (select coalesce(max(rowid), 0) + 1 from computers)",
  );
  const show = database.prepare(`update hidden_rows set first_row = ${noHiddenRow}`);
  const hidden = database.prepare(`select 1 from hidden_rows where first_row < ${noHiddenRow}`);
  const removeHidden = database.prepare(
    `delete from computers where rowid in (select rowid from computers where rowid >= ${firstRow} limit ?)`,
  );
  /** The import whose rows are hidden; `undefined` if it was abandoned. */
  let current: ImportedRows | undefined;

  const isHiding = () => hidden.get() !== undefined;

  /** Removes some rows of an abandoned import, inside a transaction. */
  function removeSome(limit: number): void {
    // Another import may have removed the last ones and begun.
    if (current !== undefined || !isHiding()) return;
    if (Number(removeHidden.run(limit).changes) < limit) show.run();
  }

  /** Removes what an import left behind, this one or one whose removal failed. */
  async function removeAbandoned(): Promise<void> {
    while (current === undefined && isHiding()) await group.write(() => removeSome(rowsPerWrite));
  }

  function insertRows(computers: readonly StoredComputer[], position: number): void {
    const conflicts: ComputerConflictError[] = [];
    for (const [index, computer] of computers.entries()) {
      const { id, ownerId, name, hostId, createdAt, head, steps } = rowOfComputer(computer);
      try {
        runUnique(insert, [id, ownerId, name, hostId, createdAt, head, steps], id);
      } catch (error) {
        if (!(error instanceof ComputerConflictError)) throw error;
        conflicts.push(new ComputerConflictError(error.code, id, position + index));
        if (conflicts.length === maxConflicts) break;
      }
    }
    throwConflicts(conflicts);
  }

  if (isHiding()) {
    database.exec("begin immediate");
    removeSome(Number.MAX_SAFE_INTEGER);
    database.exec("commit");
  }

  return () => {
    let needsJobs = false;

    /** Adds rows that are hidden, inside a transaction. */
    function add(computers: readonly StoredComputer[], position: number): void {
      if (current !== rows) {
        if (isHiding()) throw new ImportInProgressError();
        hide.run();
      }
      insertRows(computers, position);
      needsJobs ||= computers.some(({ status }) => status === "provisioning");
    }

    const rows: ImportedRows = {
      async write(computers, position) {
        await removeAbandoned();
        await group.write(() => {
          add(computers, position);
          current = rows;
        });
      },
      async commit(computers, position) {
        await removeAbandoned();
        await group.write(() => {
          add(computers, position);
          if (needsJobs) addJobs.run();
          count.run(position + computers.length);
          show.run();
        });
        if (current === rows) current = undefined;
      },
      async abandon() {
        if (current === rows) current = undefined;
        await removeAbandoned();
      },
    };
    return rows;
  };
}
