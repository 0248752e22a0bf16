import type { DatabaseSync } from "node:sqlite";
import { ImportInProgressError } from "../../computers/store-errors.ts";

/**
 * The rows of a large import, which are in the table of computers before they may be visible. Writes take effect with the
 * commit: only then is {@link UnfinishedImport.end} called.
 */
export interface UnfinishedImport {
  /** Rows from this one on are hidden; infinite without a large import. */
  firstHiddenRow(): number;
  /** Hides every row that is added from now on, inside a transaction. @throws ImportInProgressError */
  begin(): void;
  /** Forgets on disk that the rows are hidden, inside a transaction. */
  finish(): void;
  /** Stops hiding rows, after the commit. */
  end(): void;
  /** Marks the hidden rows for removal. If that fails, as on a full disk, the next import tries again. */
  abandon(): void;
  isAbandoned(): boolean;
  /** Removes some rows of an abandoned import, inside a transaction, and tells whether there are none left. */
  removeSome(limit: number): boolean;
}

/**
 * Stores where the hidden rows begin, so that rows of an import that a crash interrupted are removed at the next start.
 */
export function openUnfinishedImport(database: DatabaseSync): UnfinishedImport {
  const begin = database.prepare(
    "insert into unfinished_imports (first_row) select coalesce(max(rowid), 0) + 1 from computers returning first_row",
  );
  const finish = database.prepare("delete from unfinished_imports");
  const removeSome = database.prepare(
    "delete from computers where rowid in (select rowid from computers where rowid >= ? limit ?)",
  );
  let firstRow = Number.POSITIVE_INFINITY;
  let isAbandoned = false;

  const left = database.prepare("select first_row from unfinished_imports").get();
  if (left !== undefined) {
    database.exec("begin immediate");
    database.prepare("delete from computers where rowid >= ?").run(left.first_row as number);
    finish.run();
    database.exec("commit");
  }

  return {
    firstHiddenRow: () => firstRow,
    begin() {
      if (firstRow !== Number.POSITIVE_INFINITY) throw new ImportInProgressError();
      firstRow = begin.get()?.first_row as number;
    },
    finish: () => void finish.run(),
    end() {
      firstRow = Number.POSITIVE_INFINITY;
      isAbandoned = false;
    },
    abandon() {
      isAbandoned = true;
    },
    isAbandoned: () => isAbandoned,
    removeSome(limit) {
      // Another import may have removed the last ones and begun.
      if (!isAbandoned) return true;
      const { changes } = removeSome.run(firstRow, limit);
      if (Number(changes) === limit) return false;
      finish.run();
      return true;
    },
  };
}
