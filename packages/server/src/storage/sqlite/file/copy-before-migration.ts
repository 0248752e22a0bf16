import { closeSync, existsSync, openSync, readSync, statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { StorageError } from "../../../computers/store-errors.ts";
import { assertFree, copyAside, makeFile, removeLeftovers } from "./copy-aside.ts";
import { describeSqliteError } from "./error.ts";

/**
 * Keeps a copy of a database for the release that wrote it, and returns its path. It has this name only once it is
 * whole, verified and on disk; no file is overwritten.
 *
 * @throws StorageError naming the file that cannot be written.
 */
export function copyBeforeMigration(database: DatabaseSync, path: string, version: number): string {
  const name = `${path}.version-${version}`;
  try {
    removeLeftovers(name);
    using copy = copyAside(name);
    makeFile(copy.path);
    database.prepare("vacuum into ?").run(copy.path);
    const { file, isThere } = placeOf(copy.path, name);
    if (isThere) return file;
    const wanted = countsOf(database);
    const verify = (copied: DatabaseSync) => {
      const found = countsOf(copied);
      if (found !== wanted) throw new Error(`it has ${found} where the database has ${wanted}`);
    };
    copy.place(verify, file, () => assertFree(file));
    return file;
  } catch (cause) {
    throw new StorageError(
      `The database ${path} was not migrated, because its copy ${name} cannot be made: ${describeSqliteError(cause)}.`,
      { isUnprocessed: true, cause },
    );
  }
}

/** What every table holds, whatever the version. */
function countsOf(database: DatabaseSync): string {
  const tables = database
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name")
    .all();
  const counts = tables.map(({ name }) => [
    name,
    database.prepare(`select count(*) as count from "${name}"`).get()?.count,
  ]);
  return JSON.stringify({ ...database.prepare("pragma user_version").get(), ...Object.fromEntries(counts) });
}

/** The first name that is free, or that has the same copy already: a migration that fails is tried again, and needs no second one. */
function placeOf(copy: string, name: string): { readonly file: string; readonly isThere: boolean } {
  for (let number = 1; ; number++) {
    const file = number === 1 ? name : `${name}.${number}`;
    if (!existsSync(file)) return { file, isThere: false };
    if (isSame(copy, file)) return { file, isThere: true };
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
