import type { DatabaseSync } from "node:sqlite";
import { ComputerConflict, type ComputerConflictCode } from "../../computers/computer-conflict.ts";
import type { ComputerImport } from "../../computers/computer-store.ts";
import { computerColumns, rowOfComputer } from "./computer-rows.ts";
import type { GroupCommit } from "./group-commit.ts";
import { isConstraintViolation } from "./sqlite-error.ts";

let imports = 0;

/**
 * Begins an import. Its computers are collected in a temporary table, which lives in a file that goes away with the
 * process, so that neither a million of them nor a crash between two batches is a problem.
 */
export async function beginComputerImport(
  database: DatabaseSync,
  group: GroupCommit,
): Promise<ComputerImport> {
  imports += 1;
  const table = `temp.import_${imports}`;
  await group.write(() =>
    database.exec(
      `create table ${table} (id text, owner_id text, name text, host_id text, created_at real, json text, head_bytes integer)`,
    ),
  );
  const insert = database.prepare(`insert into ${table} (${computerColumns}) values (?, ?, ?, ?, ?, ?, ?)`);
  const abandon = () => group.write(() => database.exec(`drop table ${table}`));

  return {
    async add(computers) {
      await group.write(() =>
        group.atomically(() => {
          for (const computer of computers) insert.run(...rowOfComputer(computer));
        }),
      );
    },
    async commit() {
      const count = await group.write(() => group.atomically(() => moveRows(database, table)));
      await abandon();
      return count;
    },
    abandon,
  };
}

function moveRows(database: DatabaseSync, table: string): number {
  try {
    const { changes } = database
      .prepare(
        `insert into computers (${computerColumns}) select ${computerColumns} from ${table} order by rowid`,
      )
      .run();
    database.exec(
      `insert into jobs (computer_id) select id from ${table}
       where json_extract(json, '$.status') = 'provisioning' order by rowid`,
    );
    return Number(changes);
  } catch (error) {
    throw isConstraintViolation(error) ? findConflict(database, table) : error;
  }
}

const uniqueColumns: readonly (readonly [code: ComputerConflictCode, columns: readonly string[]])[] = [
  ["id-taken", ["id"]],
  ["name-taken", ["owner_id", "name"]],
  ["host-taken", ["owner_id", "host_id"]],
];

function findConflict(database: DatabaseSync, table: string): ComputerConflict {
  for (const [code, columns] of uniqueColumns) {
    const equal = columns.map((column) => `existing.${column} = added.${column}`).join(" and ");
    const row =
      database
        .prepare(
          `select added.id, added.rowid as row from ${table} added join computers existing on ${equal} order by added.rowid`,
        )
        .get() ??
      database
        .prepare(
          `select id, max(rowid) as row from ${table} where ${columns.map((column) => `${column} is not null`).join(" and ")}
           group by ${columns.join(", ")} having count(*) > 1 order by rowid`,
        )
        .get();
    if (row) return new ComputerConflict(code, row.id as string, (row.row as number) - 1);
  }
  return new ComputerConflict("id-taken");
}
