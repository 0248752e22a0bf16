import type { DatabaseSync } from "node:sqlite";
import { StorageError } from "../storage-error.ts";
import { describeSqliteError, isOutcomeUnknown } from "./sqlite-error.ts";

interface PendingWrite {
  /** Runs the operation inside the transaction and keeps what it returned or threw. */
  run(): void;
  /** Tells the waiter, after the commit. */
  settle(): void;
  /** Tells the waiter that the transaction failed. */
  fail(error: StorageError): void;
}

/** Runs writes in one transaction per turn of the event loop. */
export interface GroupCommit {
  /**
   * Runs an operation in the next transaction. What it returns or throws reaches the caller only after the commit. An
   * operation of several writing statements has to say so, for its savepoint: a throw then undoes all of them.
   */
  write<Result>(operation: () => Result, options?: { readonly statements: "several" }): Promise<Result>;
  /** Commits at once what waits. */
  flush(): void;
}

/**
 * Collects the writes that one turn of the event loop brings and commits them together: one fsync then serves all of
 * them. Nobody is answered before the commit; when it fails, everybody is told so.
 */
export function createGroupCommit(database: DatabaseSync): GroupCommit {
  const begin = database.prepare("begin immediate");
  const commit = database.prepare("commit");
  let waiting: PendingWrite[] = [];

  function rollback(): void {
    if (database.isTransaction) database.exec("rollback");
  }

  function flush(): void {
    const writes = waiting;
    if (writes.length === 0) return;
    waiting = [];
    try {
      begin.run();
      for (const write of writes) {
        write.run();
        // A full disk makes SQLite roll the whole transaction back by itself.
        if (!database.isTransaction) throw new Error("the transaction was rolled back");
      }
      commit.run();
    } catch (cause) {
      fail(writes, cause);
      return;
    }
    for (const write of writes) write.settle();
  }

  function fail(writes: readonly PendingWrite[], cause: unknown): void {
    let isUnprocessed = !isOutcomeUnknown(cause);
    try {
      rollback();
    } catch {
      isUnprocessed = false;
    }
    const error = new StorageError(describeSqliteError(cause), { isUnprocessed, cause });
    for (const write of writes) write.fail(error);
  }

  return {
    write(operation, options) {
      return new Promise((resolve, reject) => {
        if (waiting.length === 0) setImmediate(flush);
        const run = options ? () => inSavepoint(database, operation) : operation;
        waiting.push(pendingWrite(run, resolve, reject));
      });
    },
    flush,
  };
}

function pendingWrite<Result>(
  operation: () => Result,
  resolve: (result: Result) => void,
  reject: (error: unknown) => void,
): PendingWrite {
  let settle = (): void => {};
  return {
    run() {
      try {
        const result = operation();
        settle = () => resolve(result);
      } catch (error) {
        settle = () => reject(error);
      }
    },
    settle: () => settle(),
    fail: reject,
  };
}

function inSavepoint<Result>(database: DatabaseSync, operation: () => Result): Result {
  database.exec("savepoint operation");
  try {
    const result = operation();
    database.exec("release operation");
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec("rollback to operation; release operation");
    throw error;
  }
}
