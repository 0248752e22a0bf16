import { closeSync, existsSync, openSync, readSync, rmSync, statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { StorageError } from "../../computers/store-errors.ts";
import { makeFile, placeFile, readDatabaseFile } from "./database-file.ts";
import { describeSqliteError } from "./sqlite-error.ts";

/**
 * Keeps a copy of a database for the release that wrote it, and returns its path. It has this name only once it is
 * whole, verified and on disk; no file is overwritten.
 *
 * @throws StorageError naming the file that cannot be written.
 */
export function copyBeforeMigration(database: DatabaseSync, path: string, version: number): string {
  const name = `${path}.version-${version}`;
  const partial = `${name}.partial`;
  try {
    makeFile(partial);
    database.prepare("vacuum into ?").run(partial);
    const [wanted, found] = [countsOf(database), readDatabaseFile(partial, countsOf)];
    if (found !== wanted) throw new Error(`it has ${found} where the database has ${wanted}`);
    return keep(partial, name);
  } catch (cause) {
    if (statSync(partial, { throwIfNoEntry: false })?.isFile()) rmSync(partial);
    throw new StorageError(
      `The database ${path} was not migrated, because its copy ${partial} cannot be made: ${describeSqliteError(cause)}.`,
      { isUnprocessed: true, cause },
    );
  }
}

/** What every table holds, whatever the version. */
function countsOf(database: DatabaseSync): string {
  const tables = database.prepare("select name from sqlite_schema where type = 'table' order by name").all();
  const counts = tables.map(({ name }) => [
    name,
    database.prepare(`select count(*) as count from "${name}"`).get()?.count,
  ]);
  return JSON.stringify({ ...database.prepare("pragma user_version").get(), ...Object.fromEntries(counts) });
}

/** Moves the copy to the first name that is free. A migration that fails is tried again, and needs no second copy of the same. */
function keep(partial: string, name: string): string {
  for (let number = 1; ; number++) {
    const file = number === 1 ? name : `${name}.${number}`;
    if (!existsSync(file)) {
      placeFile(partial, file);
      return file;
    }
    if (isSame(partial, file)) {
      rmSync(partial);
      return file;
    }
  }
}

/** How much of two files is compared at a time, in bytes. */
const chunkBytes = 2 ** 20;

function isSame(path: string, otherPath: string): boolean {
  if (statSync(path).size !== statSync(otherPath).size) return false;
  const [file, other] = [openSync(path, "r"), openSync(otherPath, "r")];
  const [chunk, otherChunk] = [Buffer.alloc(chunkBytes), Buffer.alloc(chunkBytes)];
  try {
    for (;;) {
      const bytes = readSync(file, chunk);
      readSync(other, otherChunk);
      if (bytes === 0 || !chunk.equals(otherChunk)) return bytes === 0;
    }
  } finally {
    closeSync(file);
    closeSync(other);
  }
}
