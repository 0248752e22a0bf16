import { closeSync, fsyncSync, openSync, renameSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";

/** Makes an empty file for its owner only; what a write that was interrupted left there goes. */
export function makeFile(path: string): void {
  closeSync(openSync(path, "w", 0o600));
}

/** Moves a written file to its place, so that a crash leaves it whole there or not at all. */
export function placeFile(written: string, file: string): void {
  sync(written);
  renameSync(written, file);
  sync(dirname(file));
}

/** Waits until a file, or the names in a folder, are on disk. */
export function sync(path: string): void {
  const descriptor = openSync(path, "r");
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/**
 * Reads a database file that no process writes, after checking all of it. It may be on a read-only disk: SQLite makes no
 * log and no lock beside it.
 *
 * @throws Error when it is damaged.
 */
export function readDatabaseFile<Result>(file: string, read: (database: DatabaseSync) => Result): Result {
  const url = pathToFileURL(file);
  url.searchParams.set("immutable", "1");
  const database = new DatabaseSync(url, { readOnly: true });
  try {
    const found = database.prepare("pragma integrity_check(1)").get() as { integrity_check: string };
    if (found.integrity_check !== "ok") throw new Error(`it is damaged (${found.integrity_check})`);
    return read(database);
  } finally {
    database.close();
  }
}
