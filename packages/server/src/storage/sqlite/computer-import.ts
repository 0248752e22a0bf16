import type { DatabaseSync } from "node:sqlite";
import type { StoredComputer } from "../../computers/computer.ts";
import {
  type ConflictRow,
  firstConflicts,
  type ImportedRows,
  type ImportTables,
  throwFirstConflicts,
} from "../computer-import.ts";
import { computerColumns, rowOfComputer } from "../computer-record.ts";
import type { GroupCommit } from "./group-commit.ts";
import type { Health } from "./health.ts";
import { beginJobs } from "./job-table.ts";
import { prepareRows } from "./prepare-rows.ts";
import { isConstraintViolation } from "./sqlite-error.ts";

/**
 * Makes imports. Their computers are collected in a temporary table, which locks nothing, until one transaction adds them: every
 * other write waits for it, some two seconds for 100,000. A crash leaves nothing.
 */
export function createImports(
  database: DatabaseSync,
  group: GroupCommit,
  { endReads }: Health,
): () => ImportedRows {
  let imports = 0;

  /** Adds the rows inside a transaction. */
  function addAll(tables: ImportTables): void {
    const { computers, imported } = tables;
    try {
      database.exec(
        `insert into ${computers} (${computerColumns}) select ${computerColumns} from ${imported} order by position`,
      );
    } catch (error) {
      if (isConstraintViolation(error))
        throwFirstConflicts(prepareRows(database, firstConflicts(tables)).all() as unknown as ConflictRow[]);
      throw error;
    }
    database.exec(
      beginJobs(`select id, owner_id, null as traceparent, position from ${imported} where needs_job`),
    );
  }

  return () => {
    const tables = { computers: "main.computers", imported: `temp.imported_${++imports}` };
    const { imported } = tables;
    let insert: ReturnType<typeof createTable> | undefined;

    function createTable() {
      database.exec(`create table ${imported} (position integer primary key, id text not null, owner_id text not null,
        name text not null, host_id text, created_at real not null, head text not null, steps text not null,
        needs_job integer not null) strict`);
      return database.prepare(`insert into ${imported} values (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
    }

    function keep(computers: readonly StoredComputer[], first: number): void {
      insert ??= createTable();
      for (const [index, computer] of computers.entries()) {
        const { id, ownerId, name, hostId, createdAt, head, steps } = rowOfComputer(computer);
        const needsJob = computer.status === "provisioning" ? 1 : 0;
        insert.run(first + index, id, ownerId, name, hostId, createdAt, head, steps, needsJob);
      }
    }

    async function abandon(): Promise<void> {
      if (insert === undefined) return;
      insert = undefined;
      database.exec(`drop table ${imported}`);
    }

    return {
      // Together in one transaction, of the temporary file alone.
      write: async (computers, position) => inTemporary(() => keep(computers, position)),
      async commit(computers, position) {
        inTemporary(() => keep(computers, position));
        await group.write(() => addAll(tables));
        await abandon();
      },
      abandon,
    };
  };

  function inTemporary(work: () => void): void {
    endReads();
    database.exec("begin");
    try {
      work();
    } finally {
      database.exec("commit");
    }
  }
}
