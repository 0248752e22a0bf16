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

/** What a DATABASE_URL names. */
export interface DatabaseLocation {
  readonly kind: "sqlite";
  /** Path of the file, relative to the working folder or absolute, or `:memory:`. */
  readonly path: string;
}

/**
 * Reads a DATABASE_URL: `sqlite:./data/compute-host.db`, `sqlite:/var/lib/compute-host.db`, `sqlite::memory:`.
 *
 * @throws Error saying what is wrong with it.
 */
export function parseDatabaseUrl(url: string): DatabaseLocation {
  const path = url.startsWith("sqlite:") ? url.slice("sqlite:".length).replace(/^\/\/(?=\/)/, "") : "";
  if (path === "" || path.startsWith("//")) {
    throw new Error(
      "DATABASE_URL has to be sqlite: and a path, for example sqlite:./data/compute-host.db, or sqlite::memory:",
    );
  }
  return { kind: "sqlite", path };
}
