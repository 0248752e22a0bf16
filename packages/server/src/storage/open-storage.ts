import { parseDatabaseUrl } from "./database-url.ts";
import type { Storage } from "./storage.ts";

/** How to open the storage. */
export interface OpenStorageOptions {
  /** For example `sqlite:./data/compute-host.db` or `sqlite::memory:`. */
  readonly databaseUrl: string;
  /** How long to wait for another process that has the database, in milliseconds. @default 0 */
  readonly busyTimeoutMs?: number;
}

/**
 * Opens the storage that a DATABASE_URL names.
 *
 * @throws Error or StorageError saying what is wrong and what to do.
 */
export async function openStorage({ databaseUrl, busyTimeoutMs = 0 }: OpenStorageOptions): Promise<Storage> {
  const { path } = parseDatabaseUrl(databaseUrl);
  const { openSqliteStorage } = await import("./sqlite/open-storage.ts");
  return openSqliteStorage({ path, busyTimeoutMs });
}
