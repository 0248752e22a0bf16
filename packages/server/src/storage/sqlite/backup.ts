import { chmodSync, constants, copyFileSync, existsSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { backup, type DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { StorageError, StorageInUseError } from "../../computers/store-errors.ts";
import { makeFile, placeFile, readDatabaseFile, sync } from "./database-file.ts";
import { migrations } from "./migrations.ts";
import { openDatabase } from "./open-database.ts";
import { describeSqliteError } from "./sqlite-error.ts";

/** How many pages are copied before other work may run: a few milliseconds. */
const pagesPerStep = 500;

/** How often a copy that meets a transaction at its first step is tried again, and after how many milliseconds. */
const mostRetries = 1_000;
const retryPauseMs = 5;

/**
 * Copies an open database into a file that must not exist. Writes during the copy are in it too: SQLite repeats pages that
 * change through the same connection.
 */
export async function backUp(database: DatabaseSync, file: string): Promise<void> {
  if (existsSync(file))
    throw new StorageError(`${file} exists; choose another file`, { isUnprocessed: true });
  const partial = `${file}.partial`;
  makeBackupFile(partial);
  try {
    await copyPages(database, partial);
    placeFile(partial, file);
  } catch (cause) {
    rmSync(partial, { force: true });
    throw new StorageError(`The backup failed: ${describeSqliteError(cause)}`, {
      isUnprocessed: true,
      cause,
    });
  }
}

/** Copies the pages. A transaction that is being written when the copy begins delays it. */
async function copyPages(database: DatabaseSync, file: string): Promise<void> {
  for (let retries = 0; ; retries++) {
    try {
      await backup(database, file, { rate: pagesPerStep });
      return;
    } catch (error) {
      // That is how Node.js reports a transaction at the first step; at later ones it waits by itself.
      const isWriting = (error as { errcode?: unknown }).errcode === 0;
      if (!isWriting || retries === mostRetries) throw error;
      await setTimeout(retryPauseMs);
    }
  }
}

/** @throws StorageError saying why it cannot be made. */
function makeBackupFile(path: string): void {
  try {
    makeFile(path);
  } catch (cause) {
    const isMissing = (cause as NodeJS.ErrnoException).code === "ENOENT";
    const why = isMissing ? "its folder does not exist" : (cause as Error).message;
    throw new StorageError(`${path} cannot be written: ${why}.`, { isUnprocessed: true, cause });
  }
}

/**
 * Reads a backup completely, and counts its content.
 *
 * @throws StorageError when it is damaged, is not a database of this service or is of a newer release.
 */
export function verifyBackup(file: string): { readonly computers: number; readonly keys: number } {
  try {
    if (!existsSync(file)) throw new Error("there is no such file");
    if (!statSync(file).isFile()) throw new Error("it is not a file");
    return readDatabaseFile(file, contentOf);
  } catch (cause) {
    throw new StorageError(`${file} cannot be restored: ${describeSqliteError(cause)}.`, {
      isUnprocessed: true,
      cause,
    });
  }
}

function contentOf(database: DatabaseSync): { readonly computers: number; readonly keys: number } {
  const { user_version: version } = database.prepare("pragma user_version").get() as { user_version: number };
  if (version === 0) throw new Error("it is not a database of this service");
  if (version > migrations.length)
    throw new Error("it is from a newer release; restore it with that release");
  const count = (table: string) =>
    (database.prepare(`select count(*) as count from ${table}`).get() as { count: number }).count;
  return { computers: count("computers"), keys: count("api_keys") };
}

/**
 * Replaces a database that no process has open with a verified backup.
 *
 * @throws StorageError when there is a database that may not be overwritten, or one that is in use.
 */
export function restoreBackup(file: string, path: string, mayOverwrite: boolean): void {
  if (existsSync(path) && !mayOverwrite) {
    throw new StorageError(`There is a database at ${path}; use --overwrite to replace it with the backup.`, {
      isUnprocessed: true,
    });
  }
  const current = lockDatabase(path);
  const restored = `${path}.restored`;
  try {
    copyFileSync(file, restored, constants.COPYFILE_FICLONE);
    chmodSync(restored, 0o600);
    placeFile(restored, path);
  } finally {
    rmSync(restored, { force: true });
    current?.close();
  }
  for (const suffix of ["-wal", "-shm"]) rmSync(path + suffix, { force: true });
  sync(dirname(path));
}

/** Makes the folder, and fails while another process has the database; a damaged one cannot be locked. */
function lockDatabase(path: string): DatabaseSync | undefined {
  try {
    return openDatabase({ path });
  } catch (error) {
    if (error instanceof StorageInUseError) throw error;
    return undefined;
  }
}
