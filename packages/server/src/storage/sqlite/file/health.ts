import { statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { StorageError } from "../../../computers/store-errors.ts";
import { FailureState } from "../../failure-state.ts";
import { asStorageError, describeSqliteError, isUnreadable } from "./error.ts";

/** How often the files are checked and a failing database is probed, in milliseconds. */
const checkIntervalMs = 1_000;

/** Whether the database works, judged by the outcome of its reads and writes. */
export interface Health {
  /** Runs a read in the transaction of this turn's reads; twice if a page looks damaged. @throws StorageError */
  reading<Result>(read: () => Result): Result;
  /** Ends the transaction of reads; must be called before any other transaction and before a checkpoint. */
  endReads(): void;
  /** Must be called before each commit. @throws StorageError if the files are not those that were opened. */
  assertInPlace(): void;
  /**
   * Must be called in each transaction that writes.
   *
   * @throws StorageError if another release has migrated the database.
   */
  assertVersion(): void;
  /** Must be called after each commit, which ends a temporary failure, such as a full disk. */
  committed(): void;
  /**
   * Must be called with each error of a read or a commit, after a second try if {@link mayBeMisread}.
   *
   * @param read the read that failed, which is retried to find out when it works again.
   */
  failed(error: unknown, read?: () => unknown): void;
  /** Whether a page looks damaged, which only a second read after {@link forgetPages} can confirm. */
  mayBeMisread(error: unknown): boolean;
  /** Drops the cached pages, so that the file is read again. Must not be called in a transaction that writes. */
  forgetPages(): void;
  /** Whether the files are in place and nothing fails except what needs damaged pages. */
  isReady(): boolean;
  /** Which damage is known and what to do; `undefined` while there is none. */
  damage(): string | undefined;
  readonly failures: number;
  stop(): void;
}

/** The database that {@link watchHealth} watches. */
export interface HealthOptions {
  readonly database: DatabaseSync;
  /** Path of the file, or `:memory:`. */
  readonly path: string;
  readonly onStateChange?: ((failure: string | undefined) => void) | undefined;
  readonly onDamageChange?: ((damage: string | undefined) => void) | undefined;
}

/**
 * Watches a database. If a file was removed, renamed or replaced, later writes would be lost. A full disk is over once
 * a write succeeds. An unreadable page only affects what needs it, and is read again from time to time.
 */
export function watchHealth(options: HealthOptions): Health {
  const { database, path, onStateChange, onDamageChange } = options;
  const files =
    path === ":memory:" ? [] : [path, `${path}-wal`].map((file) => ({ file, opened: identityOf(file) }));
  const version = database.prepare("pragma user_version");
  version.setReturnArrays(true);
  const readVersion = () => (version.get() as unknown as readonly [number])[0];
  const openedVersion = readVersion();
  const [beginRead, endRead] = [database.prepare("begin"), database.prepare("commit")];
  let isReading = false;
  // Read the first and the last page, of which one may be damaged.
  const probeReads = ["computers", "api_keys"].map((table) =>
    ["min", "max"].map((end) => database.prepare(`select ${end}(rowid) from ${table}`)),
  );
  // Refuses a file whose first pages are damaged at the start.
  for (const table of ["computers", "jobs", "api_keys"])
    database.exec(`select 1 from ${table} where rowid < 0`);
  const state = new FailureState(onStateChange);
  const damage = new FailureState(onDamageChange);
  /** What could not be read. */
  let unreadable: (() => unknown) | undefined;
  let checkAt = 0;
  let isMoved = false;

  /** Whether computers and keys can be read, even if a page of them is damaged. */
  function canRead(): boolean {
    return probeReads.every((reads) =>
      reads.some((read) => {
        try {
          return read.get() !== undefined;
        } catch {
          return false;
        }
      }),
    );
  }

  function failed(error: unknown, read?: () => unknown): void {
    state.failures += 1;
    // This object refused it and has already reported that.
    if (error instanceof StorageError) return;
    const reason = describeSqliteError(error);
    if (isUnreadable(error)) {
      unreadable ??= read;
      damage.set(reason);
    } else state.set(reason);
  }

  /** Retries what could not be read, because a disk that was away for a moment looks like damage. */
  function checkDamage(): void {
    const startedAt = performance.now();
    if (unreadable === undefined || startedAt < checkAt) return;
    try {
      forgetPages();
      unreadable();
      unreadable = undefined;
      damage.set(undefined);
    } catch {
      // It may be a list of many computers, which blocks all other requests.
      checkAt = performance.now() + 100 * (performance.now() - startedAt);
    }
  }

  function assertInPlace(): void {
    const moved = files.find(({ file, opened }) => opened !== undefined && identityOf(file) !== opened);
    isMoved = moved !== undefined;
    if (moved === undefined) return;
    const message =
      `the file ${moved.file} was removed, renamed or replaced while the service had it open; put it back, ` +
      `or, before the service ends, copy the open file from /proc/${process.pid}/fd: it may be the only copy`;
    state.set(message);
    throw new StorageError(message, { isUnprocessed: true });
  }

  function assertVersion(): void {
    const found = readVersion();
    if (found === openedVersion) return;
    const message =
      `another release has migrated the database ${path} to version ${found} ` +
      "while the service had it open; stop the service";
    state.set(message);
    throw new StorageError(message, { isUnprocessed: true });
  }

  function endReads(): void {
    if (!isReading) return;
    isReading = false;
    if (!database.isOpen || !database.isTransaction) return;
    try {
      endRead.run();
    } catch {
      // This repeats the failure of a read.
      if (database.isTransaction) database.exec("rollback");
    }
  }

  function forgetPages(): void {
    endReads();
    database.exec("pragma shrink_memory");
  }

  const mayBeMisread = (error: unknown): boolean => !damage.isFailing && isUnreadable(error);

  function readOnce<Result>(read: () => Result): Result {
    // A transaction per read would lock and unlock the file each time, which takes two thirds of a read's time.
    if (!isReading && !database.isTransaction) {
      beginRead.run();
      isReading = true;
      setImmediate(endReads);
    }
    return read();
  }

  /** Retries a failed read once if a page may have been misread. */
  function readAgain<Result>(read: () => Result, first: unknown): Result {
    try {
      if (!mayBeMisread(first)) throw first;
      state.failures += 1;
      forgetPages();
      return readOnce(read);
    } catch (error) {
      failed(error, read);
      throw asStorageError(error);
    }
  }

  /**
   * Probes the files and, while the database fails, commits an unchanged page, which shows whether a full disk has room
   * again.
   */
  function probe(): void {
    try {
      endReads();
      checkDamage();
      assertInPlace();
      if (!state.isFailing || !canRead()) return;
      assertVersion();
      database.exec(`pragma user_version = ${openedVersion}`);
      state.set(undefined);
    } catch (error) {
      if (!(error instanceof StorageError)) state.set(describeSqliteError(error));
    }
  }

  const timer = setInterval(probe, checkIntervalMs).unref();
  return {
    reading(read) {
      try {
        return readOnce(read);
      } catch (error) {
        return readAgain(read, error);
      }
    },
    endReads,
    assertInPlace,
    assertVersion,
    committed() {
      if (state.isFailing && !isMoved) state.set(undefined);
    },
    failed,
    mayBeMisread,
    forgetPages,
    isReady() {
      if (!database.isOpen) return false;
      try {
        assertInPlace();
      } catch {
        return false;
      }
      return !state.isFailing && (!damage.isFailing || canRead());
    },
    damage: () => damage.reason,
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
