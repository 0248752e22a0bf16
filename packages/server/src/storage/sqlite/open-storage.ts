import { statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { StorageError } from "../../computers/store-errors.ts";
import { createApiKeyStore } from "../api-keys.ts";
import type { Storage } from "../storage.ts";
import { backUp } from "./backup.ts";
import { createComputerStore } from "./computer-store.ts";
import { createSqliteEngine } from "./engine.ts";
import { createGroupCommit } from "./group-commit.ts";
import { watchHealth } from "./health.ts";
import { type OpenDatabaseOptions, openDatabase } from "./open-database.ts";
import { lockForService, type ServiceLock } from "./service-lock.ts";
import { describeSqliteError } from "./sqlite-error.ts";

/** How to open the SQLite storage. */
export interface OpenSqliteStorageOptions extends OpenDatabaseOptions {
  /** Called with the reason when the storage begins to fail, and with `undefined` when it works again. */
  readonly onStateChange?: (failure: string | undefined) => void;
  /** Called with the reason when the log begins to grow without an end, and with `undefined` when it no longer does. */
  readonly onLogGrowth?: (reason: string | undefined) => void;
}

/**
 * Opens the SQLite storage: for a service, of which a database has one, or beside it.
 *
 * @throws StorageError saying what is wrong with the file and what to do.
 */
export function openSqliteStorage(options: OpenSqliteStorageOptions): Storage {
  const { path, besideService = false } = options;
  let lock: ServiceLock | undefined;
  let database: DatabaseSync | undefined;
  try {
    const takeLock = () => {
      lock = besideService || path === ":memory:" ? undefined : lockForService(path);
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
  options: OpenSqliteStorageOptions,
  endLock: () => void,
): Storage {
  const { path, besideService = false } = options;
  const health = watchHealth({ ...options, database });
  const group = createGroupCommit(database, health);

  return {
    computers: createComputerStore(database, group, health),
    apiKeys: createApiKeyStore(createSqliteEngine(database, health)),
    stepNodes: undefined,
    cluster: undefined,
    isReady: async () => health.isReady(),
    figures() {
      const logBytes = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
      return { ...group.figures(), failures: health.failures, ...(path !== ":memory:" && { logBytes }) };
    },
    async backup(file) {
      health.endReads();
      backUp(database, file);
    },
    async close() {
      await group.stop();
      health.stop();
      health.endReads();
      if (!database.isOpen) return;
      if (!besideService) database.exec("pragma wal_checkpoint(truncate)");
      database.close();
      endLock();
    },
  };
}
