import { statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { StorageError } from "../../computers/store-errors.ts";
import { FailureState } from "../failure-state.ts";
import { asStorageError, describeSqliteError, isDamage } from "./sqlite-error.ts";

/** How often the files are checked and a failing database is probed, in milliseconds. */
const checkIntervalMs = 1_000;

/** Whether the database works, judged by the outcome of its reads and writes. */
export interface Health {
  /** Runs a read. @throws StorageError */
  reading<Result>(read: () => Result): Result;
  /** Must be called before each commit. @throws StorageError when the files are not those that were opened. */
  assertInPlace(): void;
  committed(): void;
  failed(error: unknown): void;
  isReady(): boolean;
  readonly failures: number;
  stop(): void;
}

/** The database that {@link watchHealth} watches. */
export interface HealthOptions {
  readonly database: DatabaseSync;
  /** Path of the file, or `:memory:`. */
  readonly path: string;
  readonly onStateChange?: ((failure: string | undefined) => void) | undefined;
}

/**
 * Watches a database: a file that was removed, renamed or replaced would lose later writes; a full disk is
 * over when a write succeeds; damage stays until a backup is restored.
 */
export function watchHealth({ database, path, onStateChange }: HealthOptions): Health {
  const files =
    path === ":memory:" ? [] : [path, `${path}-wal`].map((file) => ({ file, opened: identityOf(file) }));
  /** The file never shrinks by itself. */
  let size = path === ":memory:" ? 0 : statSync(path).size;
  let isCut = false;
  const probeRead = database.prepare("select id from computers limit 1");
  // So that a file whose first pages are damaged is refused at the start.
  for (const table of ["computers", "jobs", "api_keys"])
    database.exec(`select 1 from ${table} where rowid < 0`);
  const state = new FailureState(onStateChange);
  let isDamaged = false;
  let isMoved = false;

  function failed(error: unknown): void {
    state.failures += 1;
    // This object refused it, and has already reported that.
    if (error instanceof StorageError) return;
    isDamaged ||= isDamage(error);
    state.set(describeSqliteError(error));
  }

  function assertInPlace(): void {
    const moved = files.find(({ file, opened }) => opened !== undefined && identityOf(file) !== opened);
    isMoved = moved !== undefined;
    if (moved === undefined && !wasCut()) return;
    const message =
      moved === undefined
        ? `the file ${path} was cut or overwritten while the service had it open; stop the service and restore a backup`
        : `the file ${moved.file} was removed, renamed or replaced while the service had it open; ` +
          "put it back, or make a backup now (compute-host backup), before the service ends, and restore that: without it everything is lost";
    state.set(message);
    throw new StorageError(message, { isUnprocessed: true });
  }

  /** Whether another program wrote to the file, so that the pages in memory no longer match it. */
  function wasCut(): boolean {
    if (files.length === 0) return false;
    const { size: found } = statSync(path);
    isCut ||= found < size;
    size = Math.max(size, found);
    return isCut;
  }

  /** Commits an unchanged page, which shows whether a full disk has room again. */
  function probe(): void {
    try {
      assertInPlace();
      if (!state.isFailing || isDamaged) return;
      probeRead.get();
      const { user_version: version } = database.prepare("pragma user_version").get() as {
        user_version: number;
      };
      database.exec(`pragma user_version = ${version}`);
      state.set(undefined);
    } catch (error) {
      if (!(error instanceof StorageError)) state.set(describeSqliteError(error));
    }
  }

  const timer = setInterval(probe, checkIntervalMs).unref();
  return {
    reading(read) {
      try {
        return read();
      } catch (error) {
        failed(error);
        throw asStorageError(error);
      }
    },
    assertInPlace,
    committed() {
      if (state.isFailing && !isDamaged && !isMoved && !isCut) state.set(undefined);
    },
    failed,
    isReady() {
      try {
        assertInPlace();
      } catch {
        return false;
      }
      return database.isOpen && !state.isFailing;
    },
    get failures() {
      return state.failures;
    },
    stop: () => clearInterval(timer),
  };
}

/** Device and inode; `undefined` if there is no such file. */
function identityOf(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats && `${stats.dev} ${stats.ino}`;
}
