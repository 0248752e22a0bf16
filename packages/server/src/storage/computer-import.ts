import type { StoredComputer } from "../computers/computer.ts";
import type { ComputerImport } from "../computers/computer-store.ts";
import {
  type ComputerConflictCode,
  ComputerConflictError,
  maxConflicts,
  throwConflicts,
} from "../computers/store-errors.ts";

/** How many computers are kept together. */
const rowsPerWrite = 2_500;

/** The rows of one import, in a temporary table until its commit. */
export interface ImportedRows {
  /** Keeps some computers, whose first has this position in the import, from 0. */
  write(computers: readonly StoredComputer[], position: number): Promise<void>;
  /** Adds the last ones, and makes all of them visible at the same moment. */
  commit(computers: readonly StoredComputer[], position: number): Promise<void>;
  /** Discards what was written. */
  abandon(): Promise<void>;
}

/** Begins an import. A small one is in memory until its commit; a larger one is written as it comes. */
export function beginComputerImport(rows: ImportedRows): ComputerImport {
  let waiting: readonly StoredComputer[] = [];
  let written = 0;

  async function orAbandon(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      await abandon().catch(() => {});
      throw error;
    }
  }

  async function abandon(): Promise<void> {
    waiting = [];
    await rows.abandon();
  }

  return {
    add: (computers) =>
      orAbandon(async () => {
        waiting = [...waiting, ...computers];
        while (waiting.length > rowsPerWrite) {
          const some = waiting.slice(0, rowsPerWrite);
          waiting = waiting.slice(rowsPerWrite);
          await rows.write(some, written);
          written += some.length;
        }
      }),
    async commit() {
      await orAbandon(() => rows.commit(waiting, written));
      return written + waiting.length;
    },
    abandon,
  };
}

/** SQL for the computers of an import that another one keeps out: one of the database, or an earlier one of the same import. */
const conflictsOn = (
  { computers, imported }: ImportTables,
  code: ComputerConflictCode,
  rank: number,
  key: readonly string[],
) => `
  select position, id, '${code}' as code, ${rank} as rank from (
    select *, row_number() over (partition by ${key.join(", ")} order by position) > 1 as is_repeated
    from ${imported}
  ) as added
  where ${key.map((column) => `${column} is not null`).join(" and ")} and (
    is_repeated or exists (
      select 1 from ${computers} as known
      where ${key.map((column) => `known.${column} = added.${column}`).join(" and ")}
    )
  )`;

/** The names of the tables of an import. */
export interface ImportTables {
  readonly computers: string;
  /** The temporary one, with the columns of computers and their `position`. */
  readonly imported: string;
}

/** A row of {@link firstConflicts}. */
export type ConflictRow = readonly [position: number | string, id: string, code: ComputerConflictCode];

/** SQL for the first computers of an import that are kept out, each once. */
export const firstConflicts = (tables: ImportTables) => `
  select position, id, code from (
    select *, row_number() over (partition by position order by rank) as number from (
    ${conflictsOn(tables, "id-taken", 1, ["id"])}
    union all ${conflictsOn(tables, "name-taken", 2, ["owner_id", "name"])}
    union all ${conflictsOn(tables, "host-taken", 3, ["owner_id", "host_id"])}
    ) as conflicts
  ) as ranked where number = 1 order by position limit ${maxConflicts}`;

/** @throws ComputerConflictError for the rows of {@link firstConflicts}, unless there is none. */
export function throwFirstConflicts(rows: readonly ConflictRow[]): void {
  throwConflicts(rows.map(([position, id, code]) => new ComputerConflictError(code, id, Number(position))));
}
