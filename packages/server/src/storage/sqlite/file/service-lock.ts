import { closeSync, existsSync, openSync, realpathSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { StorageError } from "../../../computers/store-errors.ts";
import { inUse } from "../../storage.ts";
import { isInUse } from "./error.ts";

/** The end of the name of the lock file, which stays beside the database: another process may be about to lock it. */
export const lockSuffix = "-lock";

/** Keeps other services off a database until it is disposed of or the process ends. */
export interface ServiceLock extends Disposable {
  close(): void;
}

/**
 * Locks a database file for one service, or for a command that needs it stopped. The database itself stays open to every process:
 * the lock is that of a transaction in a second, empty one beside it.
 *
 * @param path of a file that exists, or under which a link leads to none.
 * @throws StorageError while another process has the lock.
 */
export function lockForService(path: string): ServiceLock {
  const file = lockFileOf(path);
  makeLockFile(file);
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec("begin exclusive");
  } catch (cause) {
    lock.close();
    if (!isInUse(cause)) throw cause;
    const message = `Cannot open the database ${path}: ${inUse}; stop that first.`;
    throw new StorageError(message, { isUnprocessed: true, cause });
  }
  const close = () => lock.close();
  return { close, [Symbol.dispose]: close };
}

/** For its owner only. Where it cannot be made, SQLite fails and says why. */
function makeLockFile(file: string): void {
  if (existsSync(file)) return;
  try {
    closeSync(openSync(file, "a", 0o600));
  } catch {}
}

/** @throws StorageError while a service runs on a file, which may be any. */
export function assertNotServed(path: string): void {
  if (existsSync(path) && existsSync(lockFileOf(path))) lockForService(path).close();
}

function lockFileOf(path: string): string {
  return (existsSync(path) ? realpathSync(path) : path) + lockSuffix;
}
