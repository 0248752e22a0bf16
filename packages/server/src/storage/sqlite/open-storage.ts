import { statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { StorageError } from "../../computers/store-errors.ts";
import type { Storage } from "../storage.ts";
import { createApiKeyStore } from "./api-key-store.ts";
import { backUp } from "./backup.ts";
import { createComputerStore } from "./computer-store.ts";
import { createGroupCommit } from "./group-commit.ts";
import { watchHealth } from "./health.ts";
import { type OpenDatabaseOptions, openDatabase } from "./open-database.ts";
import { describeSqliteError } from "./sqlite-error.ts";
import { createStatements } from "./statements.ts";

/** How to open the SQLite storage. */
export interface OpenSqliteStorageOptions extends OpenDatabaseOptions {
  /** Called with the reason when the storage begins to fail, and with `undefined` when it works again. */
  readonly onStateChange?: (failure: string | undefined) => void;
}

/**
 * Opens the SQLite storage.
 *
 * @throws StorageError saying what is wrong with the file and what to do.
 */
export function openSqliteStorage(options: OpenSqliteStorageOptions): Storage {
  const database = openDatabase(options);
  try {
    return createStorage(database, options);
  } catch (cause) {
    database.close();
    const message = `Cannot open the database ${options.path}: ${describeSqliteError(cause)}.`;
    throw new StorageError(message, { isUnprocessed: true, cause });
  }
}

function createStorage(database: DatabaseSync, { path, onStateChange }: OpenSqliteStorageOptions): Storage {
  const health = watchHealth({ database, path, onStateChange });
  const group = createGroupCommit(database, health);

  return {
    computers: createComputerStore(database, group, health),
    apiKeys: createApiKeyStore(database, group, createStatements(database, group, health)),
    stepNodes: undefined,
    cluster: undefined,
    isReady: async () => health.isReady(),
    figures() {
      const logBytes = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
      return { ...group.figures(), failures: health.failures, ...(path !== ":memory:" && { logBytes }) };
    },
    backup: (file) => backUp(database, file),
    async close() {
      await group.stop();
      health.stop();
      if (!database.isOpen) return;
      database.exec("pragma wal_checkpoint(truncate)");
      database.close();
    },
  };
}
