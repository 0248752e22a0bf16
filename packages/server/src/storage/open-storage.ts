import type { Storage } from "./storage.ts";

/** What a database URL names. */
export interface DatabaseLocation {
  readonly kind: "sqlite";
  /** Path of the file, relative to the working folder or absolute, or `:memory:`. */
  readonly path: string;
}

/**
 * Reads a database URL: `sqlite:./data/compute-host.db`, `sqlite:/var/lib/compute-host.db`, `sqlite::memory:`.
 *
 * @throws Error saying what is wrong with it.
 */
export function parseDatabaseUrl(url: string): DatabaseLocation {
  const path = url.startsWith("sqlite:") ? url.slice("sqlite:".length).replace(/^\/\/(?=\/)/, "") : "";
  if (path === "" || path.startsWith("//")) {
    throw new Error(
      "The database URL has to be sqlite: and a path, for example sqlite:./data/compute-host.db, or sqlite::memory:",
    );
  }
  return { kind: "sqlite", path };
}

/** How to open the storage. */
export interface OpenStorageOptions {
  /** For example `sqlite:./data/compute-host.db` or `sqlite::memory:`. */
  readonly databaseUrl: string;
  /** How long to wait for another process that has the database, in milliseconds. @default 0 */
  readonly busyTimeoutMs?: number;
  /** How much of the file is mapped into memory, in bytes. @default 0 */
  readonly mapBytes?: number;
  /** Is called when the storage begins to fail, with the reason, and when it works again, with `undefined`. */
  readonly onStateChange?: (failure: string | undefined) => void;
}

/**
 * Opens the storage that a database URL names.
 *
 * @throws Error or StorageError saying what is wrong and what to do.
 */
export async function openStorage({ databaseUrl, ...options }: OpenStorageOptions): Promise<Storage> {
  const { path } = parseDatabaseUrl(databaseUrl);
  const { openSqliteStorage } = await import("./sqlite/open-storage.ts");
  return openSqliteStorage({ path, ...options });
}

/** What a verified backup holds. */
export interface BackupContent {
  readonly computers: number;
  readonly keys: number;
}

/**
 * Reads a whole backup and tells what is in it.
 *
 * @throws StorageError when it is damaged, is no database of this service or is of a newer release.
 */
export async function verifyBackup(file: string): Promise<BackupContent> {
  const backups = await import("./sqlite/backup.ts");
  return backups.verifyBackup(file);
}

/**
 * Puts a verified backup in the place of a database that no process has open.
 *
 * @throws StorageError when there is a database that may not be overwritten, or one that is in use.
 */
export async function restoreBackup(file: string, path: string, mayOverwrite: boolean): Promise<void> {
  const backups = await import("./sqlite/backup.ts");
  backups.restoreBackup(file, path, mayOverwrite);
}
