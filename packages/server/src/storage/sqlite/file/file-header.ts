import { closeSync, openSync, readSync } from "node:fs";
import { notADatabaseError } from "./error.ts";

/** The first bytes of every database, see https://www.sqlite.org/fileformat.html. */
const magic = "SQLite format 3\0";

/**
 * Refuses a file that is no database, before anything is made beside it. SQLite would refuse it later, and take one of
 * a few bytes for an empty database.
 *
 * @throws Error as SQLite does.
 */
export function assertIsDatabase(path: string): void {
  const bytes = Buffer.alloc(magic.length);
  const descriptor = openSync(path, "r");
  try {
    readSync(descriptor, bytes);
  } finally {
    closeSync(descriptor);
  }
  if (bytes.toString("latin1") !== magic) throw notADatabaseError();
}
