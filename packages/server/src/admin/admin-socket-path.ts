import { hash } from "node:crypto";
import { realpathSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { basename, dirname, join, resolve } from "node:path";

/** Linux takes 107 bytes, macOS 103. */
const maxSocketPathBytes = 103;

/**
 * Where the service on a database listens for its operator: a socket beside the database file. A path that is too long
 * for a socket goes to a folder of this user among the temporary files, and on Windows it is a named pipe.
 *
 * @returns `undefined` for a database in memory, which other processes cannot reach.
 */
export function adminSocketPath(databasePath: string): string | undefined {
  if (databasePath === ":memory:") return undefined;
  const path = realPathOf(resolve(databasePath));
  const name = hash("sha256", path, "hex").slice(0, 24);
  if (process.platform === "win32") return `\\\\.\\pipe\\compute-host-${name}`;
  const beside = join(dirname(path), `${basename(path)}.sock`);
  if (Buffer.byteLength(beside) <= maxSocketPathBytes) return beside;
  return join(tmpdir(), `compute-host-${userInfo().uid}`, `${name}.sock`);
}

/** A link to the file, or to a folder above it, leads to the same socket. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const folder = dirname(path);
    return folder === path ? path : join(realPathOf(folder), basename(path));
  }
}
