import { parseDatabaseUrl } from "./database-url.ts";
import type { DatabaseUse, Storage } from "./storage.ts";

/** How to open the storage. */
export interface OpenStorageOptions {
  /** For example `sqlite:./data/compute-host.db`, `sqlite::memory:` or `postgres://user:password@host/database`. */
  readonly databaseUrl: string;
  /** PostgreSQL: the file that holds the URL, which is read again when the server refuses the user. @default none */
  readonly databaseUrlFile?: string | undefined;
  /** @default "serve" */
  readonly use?: DatabaseUse;
  /** SQLite: how much of the file is mapped into memory, in bytes. @default 0 */
  readonly mapBytes?: number;
  /** PostgreSQL: how many connections are open at most. @default 10 */
  readonly maxConnections?: number;
  /** PostgreSQL: how long a statement may take, in milliseconds. @default 10000 */
  readonly statementTimeoutMs?: number;
  /** SQLite: called with the absolute path of a database that was made because there was none. */
  readonly onCreated?: (file: string) => void;
  /** SQLite: called with the path of the copy that is kept of an older database, before it is migrated. */
  readonly onCopied?: (file: string) => void;
  /** PostgreSQL: how long a claim of a provisioning job lasts unless it is renewed, in milliseconds. @default 10000 */
  readonly leaseMs?: number;
  /** PostgreSQL: is called with what a migration of the schema does or waits for, before this resolves. */
  readonly onMigration?: (message: string) => void;
  /** PostgreSQL: the name of this node in `application_name` and on its jobs. @default none */
  readonly nodeName?: string;
  /** Is called when the storage begins to fail, with the reason, and when it works again, with `undefined`. */
  readonly onStateChange?: (failure: string | undefined) => void;
  /** SQLite: is called with the reason when the log begins to grow without an end, and with `undefined` when it no longer does. */
  readonly onLogGrowth?: (reason: string | undefined) => void;
  /** PostgreSQL: is called when writes alone begin to be refused, with the reason, and when they no longer are, with `undefined`. */
  readonly onRefusalChange?: (reason: string | undefined) => void;
}

/**
 * Opens the storage that a database URL names.
 *
 * @throws Error or StorageError saying what is wrong and what to do.
 */
export async function openStorage(options: OpenStorageOptions): Promise<Storage> {
  const { databaseUrl, databaseUrlFile, ...others } = options;
  const location = parseDatabaseUrl(databaseUrl);
  if (location.kind === "postgres") {
    const { openPostgresStorage } = await import("./postgres/open-storage.ts");
    return openPostgresStorage({ ...location, urlFile: databaseUrlFile, ...others });
  }
  const { path } = location;
  const { openSqliteStorage } = await import("./sqlite/open-storage.ts");
  return openSqliteStorage({ path, ...others });
}

/** Loads what makes backups of SQLite files, and restores them. */
export const loadBackups = () => import("./sqlite/file/backup.ts");
