import { accessSync, constants, existsSync, lstatSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StorageError } from "../../computers/store-errors.ts";
import { migrations as currentMigrations, fileVersionAfter, type Migration } from "../migrations.ts";
import { textFor } from "../sql.ts";
import type { DatabaseUse } from "../storage.ts";
import { copyWhile } from "./file/backup.ts";
import { copyAside, makeFile, makeFolder, removeLeftovers, removeLog } from "./file/copy-aside.ts";
import { describeSqliteError, isDenied } from "./file/error.ts";
import { assertIsDatabase } from "./file/file-header.ts";
import { lockForService } from "./file/service-lock.ts";

/** How to open a database. */
export interface OpenDatabaseOptions {
  /** Path of the file, or `:memory:`. */
  readonly path: string;
  /**
   * With "shared", a migration takes the service lock itself, so it fails while a service runs; otherwise the caller
   * has that lock.
   *
   * @default "serve"
   */
  readonly use?: DatabaseUse;
  /** How much of the file is mapped into memory, in bytes; SQLite maps 2 GiB at most. @default 0 */
  readonly mapBytes?: number;
  /** Called once the folder exists, before the file is opened or made. */
  readonly beforeOpen?: () => void;
  /** @default those of this release */
  readonly migrations?: readonly Migration[] | undefined;
  /** Called with the absolute path of a database that was created because there was none. */
  readonly onCreated?: ((file: string) => void) | undefined;
  /** Called with the path of the copy that is kept of a database before its migration. */
  readonly onCopied?: ((file: string) => void) | undefined;
}

/** How long opening waits while another process has the file locked, in milliseconds. No requests are waiting yet. */
const openTimeoutMs = 5_000;

/**
 * Opens a database, creates it if there is none, and migrates it to the current version. Other processes may use it
 * too, so after this no call waits for their locks. This process must not open the file in any other way: closing it
 * would release SQLite's locks.
 *
 * @throws StorageError saying what is wrong with the file and what to do.
 */
export function openDatabase(options: OpenDatabaseOptions): DatabaseSync {
  const { path, mapBytes = 0 } = options;
  let database: DatabaseSync | undefined;
  try {
    const isFound = path !== ":memory:" && findDatabase(path);
    if (path !== ":memory:") makeFolder(dirname(resolve(path)));
    options.beforeOpen?.();
    if (path !== ":memory:" && !isFound) makeDatabase(options);
    database = new DatabaseSync(path, { timeout: openTimeoutMs });
    configure(database);
    database.exec(`pragma mmap_size = ${mapBytes}`);
    migrate(database, options);
    database.exec("pragma busy_timeout = 0");
    return database;
  } catch (cause) {
    database?.close();
    if (cause instanceof StorageError) throw cause;
    const hint = isDenied(cause) ? ownerHint(path) : "";
    const message = `Cannot open the database ${path}: ${describeSqliteError(cause)}.${hint}`;
    throw new StorageError(message, { isUnprocessed: true, cause });
  }
}

/**
 * Names the owner of the file or of the nearest folder above it: the first command may have run as another user, such
 * as root.
 */
function ownerHint(path: string): string {
  const user = process.getuid?.();
  let owner: number | undefined;
  try {
    owner = statSync(path).uid;
  } catch {
    if (path !== ":memory:" && path !== dirname(path)) return ownerHint(dirname(resolve(path)));
  }
  if (user === undefined || owner === undefined || owner === user) return "";
  return ` ${path} belongs to the user with the ID ${owner}, and this is ${user}.`;
}

/**
 * Whether there is a database. An empty file is none: it was lost, because a new one gets its name once it is complete.
 *
 * @throws Error if something else is there.
 */
function findDatabase(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats !== undefined) {
    if (!stats.isFile()) refuse(`${path} is not a file; the database URL must name one.`);
    // SQLite would open a read-only file and fail at the first write.
    accessSync(path, constants.R_OK | constants.W_OK);
    if (stats.size === 0) {
      refuse(
        `The database ${path} is empty: restore a backup, or remove the file to start with a new database.`,
      );
    }
    assertIsDatabase(path);
    return true;
  }
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined)
    refuse(`${path} is a link to a file that does not exist; mount its disk, or remove the link.`);
  return false;
}

/** Makes a database under another name until it is complete. */
function makeDatabase({ path, use, migrations, onCreated = () => {} }: OpenDatabaseOptions): void {
  using _lock = use === "shared" ? lockForService(path) : undefined;
  // Another process may have made it while this one was waiting for the lock.
  if (existsSync(path)) return;
  removeLeftovers(path);
  using copy = copyAside(path);
  makeFile(copy.path);
  const database = new DatabaseSync(copy.path);
  try {
    migrate(database, { path: copy.path, migrations });
  } finally {
    database.close();
  }
  copy.place(
    () => {},
    path,
    () => removeLog(path),
  );
  onCreated(resolve(path));
}

function refuse(message: string): never {
  throw new StorageError(message, { isUnprocessed: true });
}

/**
 * The cache has room for the inner index pages of a million computers; the system caches the rest. Checkpoints are
 * rare, because each costs two more syncs, and the log is truncated after a large import.
 */
function configure(database: DatabaseSync): void {
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma foreign_keys = on;
    pragma temp_store = file;
    pragma cache_size = -8192;
    pragma wal_autocheckpoint = 4000;
    pragma journal_size_limit = 67108864;
  `);
}

function readVersion(database: DatabaseSync): number {
  return (database.prepare("pragma user_version").get() as { user_version: number }).user_version;
}

function migrate(database: DatabaseSync, options: OpenDatabaseOptions): void {
  const { path, use, migrations = currentMigrations } = options;
  const { onCopied = () => {} } = options;
  const unreleased = fileVersionAfter([]);
  const latest = fileVersionAfter(migrations);
  const needsLock = use === "shared" && readVersion(database) < latest;
  using _lock = needsLock ? lockForService(path) : undefined;
  // Another process may have migrated it while this one was waiting for the lock.
  const version = readVersion(database);
  if (version > latest || (version > 0 && version <= unreleased)) {
    refuse(
      `The database ${path} has version ${version}, but this release of @compute-host/server only supports versions ` +
        `from ${unreleased + 1} to ${latest}; ` +
        `start ${version > latest ? "a newer release" : "the one that created it"}.`,
    );
  }
  if (version === latest) return;
  const run = () => {
    database.exec("begin exclusive");
    const done = version === 0 ? 0 : version - unreleased;
    for (const { sql } of migrations.slice(done)) database.exec(textFor("sqlite", sql));
    database.exec(`pragma user_version = ${latest}`);
  };
  let copy: string | undefined;
  if (version === 0) run();
  else copy = copyWhile(database, `${path}.version-${version}`, run);
  database.exec("commit");
  if (copy !== undefined) onCopied(copy);
  // Moves the schema from the log into the file, so that a copy of only the file has it.
  database.exec("pragma wal_checkpoint(passive)");
}
