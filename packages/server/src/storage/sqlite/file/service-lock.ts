import { closeSync, existsSync, openSync, realpathSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { StorageError } from "../../../computers/store-errors.ts";
import { inUse } from "../../storage.ts";
import { isInUse } from "./error.ts";

/** The suffix of the lock file, which stays next to the database because another process may be about to lock it. */
export const lockSuffix = "-lock";

/** Keeps other services from a database until it is disposed of or the process ends. */
export interface ServiceLock extends Disposable {
  close(): void;
}

/**
 * Locks a database file for one service, or for a command that needs it stopped. Other processes can still open the
 * database itself: the lock is a transaction in a second, empty database next to it.
 *
 * @param path of the file, which may not exist yet
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

/** Makes the file for its owner only. If that fails, SQLite fails too and says why. */
function makeLockFile(file: string): void {
  if (existsSync(file)) return;
  try {
    closeSync(openSync(file, "a", 0o600));
  } catch {}
}

/** @throws StorageError while a service uses the file, which need not be a database. */
export function assertNotServed(path: string): void {
  if (existsSync(path) && existsSync(lockFileOf(path))) lockForService(path).close();
}

function lockFileOf(path: string): string {
  return (existsSync(path) ? realpathSync(path) : path) + lockSuffix;
}
