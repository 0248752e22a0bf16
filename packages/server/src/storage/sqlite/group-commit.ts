import type { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { StorageError } from "../../computers/store-errors.ts";
import { Lane } from "../lane.ts";
import { PendingWrite } from "../pending-write.ts";
import type { Health } from "./health.ts";
import { asStorageError, describeSqliteError, isFailure, isInUse, isRetryable } from "./sqlite-error.ts";

/** Runs writes that arrive together in one transaction. */
export interface GroupCommit {
  /**
   * Runs an operation in the next transaction; if it throws, all of it is undone. Its result or error reaches the caller only after
   * the commit.
   */
  write<Result>(operation: () => Result): Promise<Result>;
  figures(): { readonly commits: number; readonly commitSeconds: number };
  /** Waits for the writes, and takes no more checkpoints by itself. */
  stop(): Promise<void>;
}

/** How long there must be no write before the log is checkpointed, in milliseconds. */
const idleMs = 1_000;

/** How long writes wait for another process that has the database locked, in milliseconds, and how often they try. */
const busyLimitMs = 5_000;
const busyPauseMs = 5;

/**
 * Collects the writes that arrive within a few turns of the event loop and commits them together, with one fsync for all of
 * them. No write resolves before the commit; when it fails, all of them reject.
 */
export function createGroupCommit(database: DatabaseSync, health: Health): GroupCommit {
  const begin = database.prepare("begin immediate");
  const commit = database.prepare("commit");
  const savepoint = database.prepare("savepoint operation");
  const release = database.prepare("release operation");
  const lane = new Lane<PendingWrite<void>>({
    maxGroups: 1,
    maxMembers: Number.POSITIVE_INFINITY,
    run: commitGroup,
  });
  let commits = 0;
  let commitSeconds = 0;
  let lastCommitAt = 0;
  let checkpoint: NodeJS.Timeout | undefined;
  /** Since when another process has the database locked. */
  let busySince: number | undefined;

  /** Checkpoints the log while there are no writes, so that a copy of the file alone is never far behind. */
  function checkpointWhenIdle(): void {
    checkpoint = undefined;
    if (performance.now() - lastCommitAt < idleMs) {
      checkpoint = setTimeout(checkpointWhenIdle, idleMs).unref();
      return;
    }
    try {
      health.endReads();
      const { busy } = database.prepare("pragma wal_checkpoint(passive)").get() as { busy: number };
      if (busy > 0) checkpoint = setTimeout(checkpointWhenIdle, idleMs).unref();
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

  /** Runs an operation of a transaction so that a throw undoes all of it. */
  function atomically<Result>(operation: () => Result): Result {
    savepoint.run();
    try {
      const result = operation();
      release.run();
      return result;
    } catch (error) {
      if (database.isTransaction) database.exec("rollback to operation; release operation");
      throw error;
    }
  }

  /** Meanwhile other requests run, which is why SQLite itself must not wait. Later groups do not wait as long once more. */
  async function commitGroup(writes: readonly PendingWrite<void>[]): Promise<void> {
    for (;;) {
      const startedAt = performance.now();
      try {
        runGroup(writes);
        busySince = undefined;
        countCommit(startedAt);
        return settle(writes);
      } catch (cause) {
        busySince = isInUse(cause) ? (busySince ?? startedAt) : undefined;
        if (busySince === undefined || startedAt - busySince > busyLimitMs) {
          health.failed(cause);
          return failAll(database, writes, cause);
        }
        if (database.isTransaction) database.exec("rollback");
      }
      await wait(busyPauseMs);
    }
  }

  function runGroup(writes: readonly PendingWrite<void>[]): void {
    health.endReads();
    health.assertInPlace();
    begin.run();
    health.assertVersion();
    for (const write of writes) {
      write.run();
      // A full disk can make SQLite roll the whole transaction back by itself.
      if (!database.isTransaction) throw write.error ?? new Error("the transaction was rolled back");
    }
    commit.run();
  }

  function settle(writes: readonly PendingWrite<void>[]): void {
    // A commit of nothing, after the only write in it failed, does not show that the disk takes writes.
    const failure = writes.find(({ error }) => isFailure(error));
    if (failure === undefined) health.committed();
    else health.failed(failure.error);
    for (const write of writes) {
      if (isFailure(write.error)) write.reject(asStorageError(write.error));
      else write.settle();
    }
  }

  return {
    write<Result>(operation: () => Result) {
      const caller = Promise.withResolvers<Result>();
      lane.add(new PendingWrite(() => atomically(operation), caller as PromiseWithResolvers<unknown>));
      return caller.promise;
    },
    figures: () => ({ commits, commitSeconds }),
    async stop() {
      await lane.idle();
      clearTimeout(checkpoint);
    },
  };
}

function failAll(database: DatabaseSync, writes: readonly PendingWrite<void>[], cause: unknown): void {
  let isUnprocessed = cause instanceof StorageError ? cause.isUnprocessed : isRetryable(cause);
  try {
    if (database.isTransaction) database.exec("rollback");
  } catch {
    isUnprocessed = false;
  }
  const error = new StorageError(describeSqliteError(cause), { isUnprocessed, cause });
  for (const write of writes) write.reject(error);
}
