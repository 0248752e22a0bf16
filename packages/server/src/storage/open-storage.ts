import { parseDatabaseUrl } from "./database-url.ts";
import type { OpenStorageOptions, Storage } from "./storage.ts";

/**
 * Opens the storage that a database URL names.
 *
 * @throws Error or StorageError saying what is wrong and what to do.
 */
export async function openStorage(options: OpenStorageOptions): Promise<Storage> {
  const location = parseDatabaseUrl(options.databaseUrl);
  if (location.kind === "postgres") {
    const { openPostgresStorage } = await import("./postgres/open-storage.ts");
    return openPostgresStorage(options, location.label);
  }
  const { openSqliteStorage } = await import("./sqlite/open-storage.ts");
  return openSqliteStorage({ ...options, path: location.path });
}

/** Loads the module that makes and restores backups of SQLite files. */
export const loadBackups = () => import("./sqlite/file/backup.ts");
