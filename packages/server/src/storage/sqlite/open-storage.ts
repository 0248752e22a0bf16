import { statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { StorageError } from "../../computers/store-errors.ts";
import type { FailureListeners } from "../failure-state.ts";
import { createGroupCommit } from "../groups/group-commit.ts";
import type { Storage } from "../storage.ts";
import { createApiKeyStore } from "../stores/api-keys.ts";
import { createComputerStore } from "../stores/computers.ts";
import { createJobs } from "../stores/jobs.ts";
import { createSqliteEngine } from "./engine.ts";
import { backUp } from "./file/backup.ts";
import { describeSqliteError } from "./file/error.ts";
import { watchHealth } from "./file/health.ts";
import { lockForService, type ServiceLock } from "./file/service-lock.ts";
import { type OpenDatabaseOptions, openDatabase } from "./open-database.ts";

/**
 * Opens the SQLite storage. Its database can have only one service.
 *
 * @throws StorageError saying what is wrong with the file and what to do.
 */
export function openSqliteStorage(options: OpenDatabaseOptions & FailureListeners): Storage {
  const { path, use } = options;
  let lock: ServiceLock | undefined;
  let database: DatabaseSync | undefined;
  try {
    const takeLock = () => {
      lock = use === "shared" || path === ":memory:" ? undefined : lockForService(path);
    };
    database = openDatabase({ ...options, beforeOpen: takeLock });
    return createStorage(database, options, () => lock?.close());
  } catch (cause) {
    if (database?.isOpen) database.close();
    lock?.close();
    if (cause instanceof StorageError) throw cause;
    const message = `Cannot open the database ${path}: ${describeSqliteError(cause)}.`;
    throw new StorageError(message, { isUnprocessed: true, cause });
  }
}

function createStorage(
  database: DatabaseSync,
  options: OpenDatabaseOptions & FailureListeners,
  endLock: () => void,
): Storage {
  const { path, use } = options;
  const health = watchHealth({ ...options, database });
  const engine = createSqliteEngine(database, health);
  const group = createGroupCommit(engine);
  const jobs = createJobs(engine, { leaseMs: 0 });

  return {
    computers: createComputerStore(engine, jobs, group),
    apiKeys: createApiKeyStore(engine),
    cluster: undefined,
    check: async () => health.check(),
    failing: health.failing,
    figures() {
      const logBytes = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
      return { ...engine.figures(), failures: health.failures, ...(path !== ":memory:" && { logBytes }) };
    },
    async backup(file) {
      health.endReads();
      backUp(database, file);
    },
    async close() {
      await group.idle();
      engine.stop();
      health.stop();
      health.endReads();
      if (!database.isOpen) return;
      if (use !== "shared") database.exec("pragma wal_checkpoint(truncate)");
      database.close();
      endLock();
    },
  };
}
