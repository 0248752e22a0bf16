import type { DatabaseSync } from "node:sqlite";
import { StorageError } from "../../computers/store-errors.ts";
import { whenGathered } from "../gather-writes.ts";
import type { Health } from "./health.ts";
import { asStorageError, describeSqliteError, isFailure, isRetryable } from "./sqlite-error.ts";

interface PendingWrite {
  /** Runs the operation inside the transaction and keeps what it returned or threw. */
  run(): void;
  error(): unknown;
  /** Resolves the caller's promise, after the commit. */
  settle(): void;
  /** Rejects the caller's promise: the transaction failed. */
  fail(error: StorageError): void;
}

/** Runs writes that arrive together in one transaction. */
export interface GroupCommit {
  /**
   * Runs an operation in the next transaction. Its result or error reaches the caller only after the commit. An
   * operation with several writing statements has to put them into {@link GroupCommit.atomically}.
   */
  write<Result>(operation: () => Result): Promise<Result>;
  /** Runs a part of an operation so that a throw undoes all of it. */
  atomically<Result>(part: () => Result): Result;
  figures(): { readonly commits: number; readonly commitSeconds: number };
  /** Commits the waiting writes, and takes no more checkpoints by itself. */
  stop(): void;
}

/** How long there must be no write before the log is checkpointed, in milliseconds. */
const idleMs = 1_000;

/**
 * Collects the writes that arrive within a few turns of the event loop and commits them together, with one fsync for all of
 * them. No write resolves before the commit; when it fails, all of them reject.
 */
export function createGroupCommit(database: DatabaseSync, health: Health): GroupCommit {
  const begin = database.prepare("begin immediate");
  const commit = database.prepare("commit");
  const savepoint = database.prepare("savepoint operation");
  const release = database.prepare("release operation");
  let waiting: PendingWrite[] = [];
  let commits = 0;
  let commitSeconds = 0;
  let lastCommitAt = 0;
  let checkpoint: NodeJS.Timeout | undefined;

  /** Checkpoints the log while there are no writes, so that a copy of the file alone is never far behind. */
  function checkpointWhenIdle(): void {
    checkpoint = undefined;
    if (performance.now() - lastCommitAt < idleMs) {
      checkpoint = setTimeout(checkpointWhenIdle, idleMs).unref();
      return;
    }
    try {
      database.exec("pragma wal_checkpoint(passive)");
    } catch (error) {
      health.failed(error);
    }
  }

  function countCommit(startedAt: number): void {
    commits += 1;
    lastCommitAt = performance.now();
    commitSeconds += (lastCommitAt - startedAt) / 1000;
    checkpoint ??= setTimeout(checkpointWhenIdle, idleMs).unref();
  }

  function flush(): void {
    const writes = waiting;
    if (writes.length === 0) return;
    waiting = [];
    const startedAt = performance.now();
    try {
      health.assertInPlace();
      begin.run();
      for (const write of writes) {
        write.run();
        // A full disk can make SQLite roll the whole transaction back by itself.
        if (!database.isTransaction) throw write.error() ?? new Error("the transaction was rolled back");
      }
      commit.run();
    } catch (cause) {
      health.failed(cause);
      failAll(database, writes, cause);
      return;
    }
    countCommit(startedAt);
    // A commit of nothing, after the only write in it failed, does not show that the disk takes writes.
    const failure = writes.find((write) => isFailure(write.error()));
    if (failure === undefined) health.committed();
    else health.failed(failure.error());
    for (const write of writes) write.settle();
  }

  return {
    write(operation) {
      return new Promise((resolve, reject) => {
        if (waiting.length === 0) whenGathered(() => waiting.length, flush);
        waiting.push(pendingWrite(operation, resolve, reject));
      });
    },
    atomically(part) {
      savepoint.run();
      try {
        const result = part();
        release.run();
        return result;
      } catch (error) {
        if (database.isTransaction) database.exec("rollback to operation; release operation");
        throw error;
      }
    },
    figures: () => ({ commits, commitSeconds }),
    stop() {
      flush();
      clearTimeout(checkpoint);
    },
  };
}

function failAll(database: DatabaseSync, writes: readonly PendingWrite[], cause: unknown): void {
  let isUnprocessed = cause instanceof StorageError ? cause.isUnprocessed : isRetryable(cause);
  try {
    if (database.isTransaction) database.exec("rollback");
  } catch {
    isUnprocessed = false;
  }
  const error = new StorageError(describeSqliteError(cause), { isUnprocessed, cause });
  for (const write of writes) write.fail(error);
}

function pendingWrite<Result>(
  operation: () => Result,
  resolve: (result: Result) => void,
  reject: (error: unknown) => void,
): PendingWrite {
  let result: Result;
  let thrown: { readonly error: unknown } | undefined;
  return {
    run() {
      try {
        result = operation();
      } catch (error) {
        thrown = { error };
      }
    },
    error: () => thrown?.error,
    settle() {
      if (thrown === undefined) resolve(result);
      else reject(asStorageError(thrown.error));
    },
    fail: reject,
  };
}
