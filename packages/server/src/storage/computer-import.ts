import type { StoredComputer } from "../computers/computer.ts";
import type { ComputerImport } from "../computers/computer-store.ts";

/**
 * How many computers a statement or a short transaction takes. With more, other requests wait longer; with fewer, SQLite writes
 * the same pages of the indexes again and again: 200 take five times as long.
 */
export const rowsPerWrite = 2_500;

/** The rows of one import, which are invisible before its commit. */
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
