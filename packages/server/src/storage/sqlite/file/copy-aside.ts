import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { StorageError } from "../../../computers/store-errors.ts";
import { lockSuffix } from "./service-lock.ts";

/** A copy of a database that gets its name once it is complete. Disposing of it removes what is left. */
export interface CopyAside extends Disposable {
  /** Where to write it: a unique name in the same folder. */
  readonly path: string;
  /**
   * Reads the whole copy, waits until it is on disk, and renames it to a file in the folder. `makeWay` is called just
   * before the rename.
   *
   * @throws Error when it is damaged, or `read` throws.
   */
  place<Content>(read: (database: DatabaseSync) => Content, file: string, makeWay: () => void): Content;
}

/** The files that SQLite keeps next to a database, and treats as part of any database of that name. */
const logSuffixes = ["-wal", "-journal", "-shm"] as const;

/** Makes a database file so that a crash leaves all of it or nothing: write aside, verify, sync, rename. */
export function copyAside(name: string): CopyAside {
  const path = `${name}.${randomBytes(4).toString("hex")}.partial`;
  return {
    path,
    place(read, file, makeWay) {
      const content = readWhole(path, read);
      sync(path);
      makeWay();
      renameSync(path, file);
      sync(dirname(file));
      return content;
    },
    [Symbol.dispose]: () => removeDatabase(path),
  };
}

/**
 * Removes the copies that killed commands left for a name. The caller must have the database of this name exclusively.
 */
export function removeLeftovers(name: string): void {
  const folder = dirname(name);
  for (const found of readdirSync(folder)) {
    const ending = found.startsWith(basename(name)) ? found.slice(basename(name).length) : "";
    if (/^\.[0-9a-f]{8}\.partial(?:-\w+)?$/.test(ending)) removeIfPossible(join(folder, found));
  }
}

/** @throws StorageError when there is such a file. */
export function assertFree(file: string): void {
  if (existsSync(file))
    throw new StorageError(`${file} exists; choose another file`, { isUnprocessed: true });
}

/** Makes an empty file for its owner only. @throws Error when it exists. */
export function makeFile(path: string): void {
  if (!existsSync(dirname(path))) throw new Error("its folder does not exist");
  closeSync(openSync(path, "wx", 0o600));
}

/**
 * Makes a folder for its owner only. Not with `recursive`, which never returns where the system refuses new folders,
 * such as under `/proc`.
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it first.
    if (!existsSync(folder)) throw error;
  }
}

/** Waits until a file, or the names in a folder, is on disk. */
export function sync(path: string): void {
  const descriptor = openSync(path, "r");
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** Removes the log of a database that is to be replaced, because SQLite would write it into the new file. */
export function removeLog(path: string): void {
  for (const suffix of logSuffixes) rmSync(path + suffix, { force: true });
  sync(dirname(path));
}

function removeDatabase(path: string): void {
  for (const suffix of ["", lockSuffix, ...logSuffixes]) removeIfPossible(path + suffix);
}

function removeIfPossible(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // It is harmless, and the reason why the copy failed says more.
  }
}

/** Reads and verifies a file without a log. With `immutable`, SQLite looks for no log and creates no other files. */
function readWhole<Content>(file: string, read: (database: DatabaseSync) => Content): Content {
  const url = pathToFileURL(file);
  url.searchParams.set("immutable", "1");
  using database = new DatabaseSync(url, { readOnly: true });
  const found = database.prepare("pragma integrity_check(1)").get() as { integrity_check: string };
  if (found.integrity_check !== "ok") throw new Error(`it is damaged (${found.integrity_check})`);
  return read(database);
}
