import type { Storage } from "../storage.ts";
import { createApiKeyStore } from "./api-key-store.ts";
import { createComputerStore } from "./computer-store.ts";
import { createGroupCommit } from "./group-commit.ts";
import { type OpenDatabaseOptions, openDatabase } from "./open-database.ts";

/**
 * Opens the SQLite storage.
 *
 * @throws StorageError saying what is wrong with the file and what to do.
 */
export function openSqliteStorage(options: OpenDatabaseOptions): Storage {
  const database = openDatabase(options);
  const group = createGroupCommit(database);

  return {
    computers: createComputerStore(database, group),
    apiKeys: createApiKeyStore(database, group),
    isReady: () => database.isOpen,
    async close() {
      group.flush();
      if (!database.isOpen) return;
      database.exec("pragma wal_checkpoint(truncate)");
      database.close();
    },
  };
}
