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

/** A copy of a database on its way to a name, which it gets once it is whole. Disposing of it removes what is left. */
export interface CopyAside extends Disposable {
  /** Where to write it: a name that no other copy has, in the same folder. */
  readonly path: string;
  /**
   * Reads all of the copy, waits until it is on disk, and gives it the name of a file in the folder. `makeWay` is called when
   * all but the rename is done.
   *
   * @throws Error when it is damaged, or `read` throws.
   */
  place<Content>(read: (database: DatabaseSync) => Content, file: string, makeWay: () => void): Content;
}

/** What SQLite keeps beside a database, and takes for a part of whatever has its name. */
export const logSuffixes = ["-wal", "-journal", "-shm"] as const;

/** Makes a database file in such a way that a crash leaves it whole or not at all: copy aside, verify, sync, rename. */
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

/** Removes the copies for a name that a kill left, for whoever has the database of this name to itself. */
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

/** Makes an empty file for its owner only. @throws Error when there is one. */
export function makeFile(path: string): void {
  if (!existsSync(dirname(path))) throw new Error("its folder does not exist");
  closeSync(openSync(path, "wx", 0o600));
}

/** Makes a folder for the user alone. Not `recursive`, which never returns where the system refuses new folders, such as under `/proc`. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it first.
    if (!existsSync(folder)) throw error;
  }
}

/** Waits until a file, or the names in a folder, are on disk. */
export function sync(path: string): void {
  const descriptor = openSync(path, "r");
  fsyncSync(descriptor);
  closeSync(descriptor);
}

function removeDatabase(path: string): void {
  for (const suffix of ["", lockSuffix, ...logSuffixes]) removeIfPossible(path + suffix);
}

function removeIfPossible(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // It does no harm, and why the copy could not be made says more.
  }
}

/** Only for a file without a log, which SQLite does not look for here; so it makes nothing beside the file. */
function readWhole<Content>(file: string, read: (database: DatabaseSync) => Content): Content {
  const url = pathToFileURL(file);
  url.searchParams.set("immutable", "1");
  using database = new DatabaseSync(url, { readOnly: true });
  const found = database.prepare("pragma integrity_check(1)").get() as { integrity_check: string };
  if (found.integrity_check !== "ok") throw new Error(`it is damaged (${found.integrity_check})`);
  return read(database);
}
