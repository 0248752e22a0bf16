import { statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import type { StorageFailing } from "../../../computers/computer-store.ts";
import { StorageError } from "../../../computers/store-errors.ts";
import { type FailureListeners, FailureState } from "../../failure-state.ts";
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
  /** Must be called after each commit, which ends a failure of writes, such as a full disk. */
  committed(): void;
  /**
   * Must be called with each error of a transaction that writes, after a second try if {@link mayBeMisread}.
   *
   * @param read the read in it that failed, which is retried to find out when it works again.
   */
  failed(error: unknown, read?: () => unknown): void;
  /** Whether a page looks damaged, which only a second read after {@link forgetPages} can confirm. */
  mayBeMisread(error: unknown): boolean;
  /** Drops the cached pages, so that the file is read again. Must not be called in a transaction that writes. */
  forgetPages(): void;
  /** Checks whether the files are in place, and computers and keys can be read. */
  check(): void;
  /** What fails, by the latest checks, reads and writes. */
  failing(): StorageFailing;
  readonly failures: number;
  stop(): void;
}

/** The database that {@link watchHealth} watches. */
export interface HealthOptions extends FailureListeners {
  readonly database: DatabaseSync;
  /** Path of the file, or `:memory:`. */
  readonly path: string;
}

/**
 * Watches a database. If a file was removed, renamed or replaced, later writes would be lost, and reads are outdated. A
 * full disk only affects writes, and is over once one succeeds. An unreadable page only affects what needs it, and is
 * read again from time to time.
 */
export function watchHealth(options: HealthOptions): Health {
  const { database, path } = options;
  const files =
    path === ":memory:" ? [] : [path, `${path}-wal`].map((file) => ({ file, opened: identityOf(file) }));
  const version = database.prepare("pragma user_version");
  version.setReturnArrays(true);
  const readVersion = () => (version.get() as unknown as readonly [number])[0];
  const openedVersion = readVersion();
  const [beginRead, endRead] = [database.prepare("begin"), database.prepare("commit")];
  let isReading = false;
  // Read the first and the last page, of which one may be damaged.
  const probeReads = ["computers", "api_keys"].map((table) => ({
    first: database.prepare(`select min(rowid) from ${table}`),
    last: database.prepare(`select max(rowid) from ${table}`),
  }));
  // Refuses a file whose first pages are damaged at the start.
  for (const table of ["computers", "jobs", "api_keys"])
    database.exec(`select 1 from ${table} where rowid < 0`);
  const reads = new FailureState(options.onReadsChange);
  const writes = new FailureState(options.onWritesChange);
  const damage = new FailureState(options.onDamageChange);
  /** How many reads, commits and checks have failed. */
  let failures = 0;
  /** What could not be read. */
  let unreadable: (() => unknown) | undefined;
  let checkAt = 0;

  /** Fails unless computers and keys can be read, even if a page of them is damaged. */
  function assertReadable(): void {
    for (const { first, last } of probeReads) {
      try {
        first.get();
      } catch {
        last.get();
      }
    }
  }

  function note(state: FailureState, error: unknown, read?: () => unknown): void {
    failures += 1;
    // This object refused it and has already reported that.
    if (error instanceof StorageError) return;
    const reason = describeSqliteError(error);
    if (isUnreadable(error)) {
      unreadable ??= read;
      damage.set(reason);
    } else state.set(reason);
  }

  const failed = (error: unknown, read?: () => unknown) => note(writes, error, read);

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
    if (moved === undefined) return;
    const message =
      `the file ${moved.file} was removed, renamed or replaced while the service had it open; put it back, ` +
      `or, before the service ends, copy the open file from /proc/${process.pid}/fd: it may be the only copy`;
    reads.set(message);
    throw new StorageError(message, { isUnprocessed: true });
  }

  function assertVersion(): void {
    const found = readVersion();
    if (found === openedVersion) return;
    const message =
      `another release has migrated the database ${path} to version ${found} ` +
      "while the service had it open; stop the service";
    reads.set(message);
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
      failures += 1;
      forgetPages();
      return readOnce(read);
    } catch (error) {
      note(reads, error, read);
      throw asStorageError(error);
    }
  }

  function check(): void {
    try {
      endReads();
      assertInPlace();
      assertVersion();
      assertReadable();
      reads.set(undefined);
    } catch (error) {
      failures += 1;
      if (!(error instanceof StorageError)) reads.set(describeSqliteError(error));
    }
  }

  /** Commits an unchanged page while writes fail, which shows whether a full disk has room again. */
  function probe(): void {
    check();
    checkDamage();
    if (!writes.isFailing || reads.isFailing) return;
    try {
      database.exec(`pragma user_version = ${openedVersion}`);
      writes.set(undefined);
    } catch (error) {
      note(writes, error);
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
    committed: () => writes.set(undefined),
    failed,
    mayBeMisread,
    forgetPages,
    check,
    failing: () => ({ reads: reads.reason, writes: writes.reason, damage: damage.reason }),
    get failures() {
      return failures;
    },
    stop: () => clearInterval(timer),
  };
}

/** Device and inode; `undefined` if there is no such file. */
function identityOf(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats && `${stats.dev} ${stats.ino}`;
}
