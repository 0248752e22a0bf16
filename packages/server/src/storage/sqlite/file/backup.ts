import { chmodSync, constants, copyFileSync, existsSync, lstatSync, realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StorageError } from "../../../computers/store-errors.ts";
import { fileVersionAfter, migrations } from "../../migrations.ts";
import { assertFree, copyAside, makeFile, makeFolder, removeLeftovers, removeLog } from "./copy-aside.ts";
import { describeSqliteError, isDamage } from "./error.ts";
import { assertIsDatabase } from "./file-header.ts";
import { assertNotServed, lockForService } from "./service-lock.ts";

/** The content of a backup. */
export interface BackupContent {
  readonly computers: number;
  readonly keys: number;
}

/**
 * Makes a file from what `write` writes under a temporary name, once that is verified.
 *
 * @throws StorageError when the file exists, or the copy is damaged.
 */
export async function makeBackup(
  file: string,
  write: (path: string) => Promise<unknown>,
): Promise<BackupContent> {
  assertFree(file);
  using copy = copyAside(file);
  try {
    await write(copy.path);
    return copy.place(contentOf, file, () => assertFree(file));
  } catch (cause) {
    throw explained(`${file} cannot be written`, cause);
  }
}

/** Copies an open database, in its current state, into a file that must not exist and is for its owner only. */
export function backUp(database: DatabaseSync, file: string): void {
  makeFile(file);
  database.prepare("vacuum into ?").run(file);
}

/**
 * Changes a database and keeps a copy for the release that wrote it. The copy is verified before the change, and gets
 * its name (or the next free one) when the change only has to be committed, so that a failed try leaves no copy. One that
 * is killed just before its commit leaves a complete copy, which nothing removes: it may be the only one.
 *
 * @returns the path of the copy.
 * @throws StorageError naming the copy that cannot be created, or the error of the change.
 */
export function copyWhile(database: DatabaseSync, name: string, change: () => void): string {
  let isCopied = false;
  try {
    removeLeftovers(name);
    using copy = copyAside(name);
    backUp(database, copy.path);
    let file = name;
    for (let number = 2; existsSync(file); number++) file = `${name}.${number}`;
    copy.place(contentOf, file, () => {
      isCopied = true;
      change();
      assertFree(file);
    });
    return file;
  } catch (cause) {
    if (isCopied) throw cause;
    throw explained(`The database was not migrated, because its copy ${name} cannot be created`, cause);
  }
}

function contentOf(database: DatabaseSync): BackupContent {
  const { user_version: version } = database.prepare("pragma user_version").get() as { user_version: number };
  if (version === 0) throw new Error("it is not a database of this service");
  if (version > fileVersionAfter(migrations))
    throw new Error("it is from a newer release; restore it with that release");
  const count = (table: string) =>
    (database.prepare(`select count(*) as count from ${table}`).get() as { count: number }).count;
  return { computers: count("computers"), keys: count("api_keys") };
}

/**
 * Replaces a database that no process has open by a backup, or by another database that no service uses, after
 * verifying it.
 *
 * @throws StorageError when the backup is damaged, is not a database of this service or is from a newer release, or
 * when there is a database that may not be overwritten or is in use.
 */
export function restoreBackup(file: string, path: string, mayOverwrite: boolean): BackupContent {
  assertMayReplace();
  // SQLite keeps the log next to the file that a link leads to.
  const target = existsSync(path) ? realpathSync(path) : path;
  assertMayRestore(file, target);
  makeFolder(dirname(target));
  assertNotServed(file);
  using _lock = lockForService(target);
  using copy = copyAside(target);
  let current: DatabaseSync | undefined;
  try {
    copyWithLog(file, copy.path);
    const content = copy.place(contentOf, target, () => {
      assertMayReplace();
      current = takePlace(target);
    });
    removeLeftovers(target);
    return content;
  } catch (cause) {
    throw explained(`${file} cannot be restored`, cause);
  } finally {
    current?.close();
  }

  function assertMayReplace(): void {
    const isThere = existsSync(path);
    // The restore would replace the link, and the service would no longer use its disk.
    if (!isThere && lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
      refuse(`${path} is a link to a file that does not exist; mount its disk, or remove the link.`);
    if (isThere && !mayOverwrite)
      refuse(`There is a database at ${path}; use --overwrite to replace it with the backup.`);
  }
}

function refuse(message: string): never {
  throw new StorageError(message, { isUnprocessed: true });
}

/** @throws StorageError unless there is another database, before anything is made for the restore. */
function assertMayRestore(file: string, target: string): void {
  try {
    const stats = statSync(file, { throwIfNoEntry: false });
    if (!stats?.isFile()) throw new Error(stats ? "it is not a file" : "there is no such file");
    assertIsDatabase(file);
    const targetStats = statSync(target, { throwIfNoEntry: false });
    if (stats.dev === targetStats?.dev && stats.ino === targetStats.ino)
      throw new Error("it is the database itself, which the next start repairs after a crash");
  } catch (cause) {
    throw explained(`${file} cannot be restored`, cause);
  }
}

/** Copies a database with its log, which matters for a disk snapshot of a running service. */
function copyWithLog(file: string, copy: string): void {
  copyFileSync(file, copy, constants.COPYFILE_FICLONE);
  chmodSync(copy, 0o600);
  const source = realpathSync(file);
  for (const suffix of ["-wal", "-journal"]) {
    if (!existsSync(source + suffix)) continue;
    copyFileSync(source + suffix, copy + suffix);
    chmodSync(copy + suffix, 0o600);
  }
  // Merges the log into the copy. With an exclusive lock, SQLite needs no shared memory file.
  using database = new DatabaseSync(copy);
  database.exec("pragma locking_mode = exclusive; pragma journal_mode = delete");
}

/**
 * Locks the database that is to be replaced until its connection is closed, and removes its log. A damaged database
 * cannot be locked.
 *
 * @throws StorageError while another process uses it.
 */
function takePlace(path: string): DatabaseSync | undefined {
  const current = existsSync(path) ? lockDatabase(path) : undefined;
  removeLog(path);
  return current;
}

function lockDatabase(path: string): DatabaseSync | undefined {
  const database = new DatabaseSync(path);
  try {
    // Without an exclusive mode, closing it later removes no file that could by then belong to another process.
    database.exec("pragma journal_mode = delete; begin exclusive");
    return database;
  } catch (cause) {
    database.close();
    if (isDamage(cause)) return undefined;
    const message = `Cannot open the database ${path}: ${describeSqliteError(cause)}.`;
    throw new StorageError(message, { isUnprocessed: true, cause });
  }
}

/** A StorageError whose message begins with what failed. */
function explained(what: string, cause: unknown): StorageError {
  if (cause instanceof StorageError) return cause;
  return new StorageError(`${what}: ${describeSqliteError(cause)}.`, { isUnprocessed: true, cause });
}
