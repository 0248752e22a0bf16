import { chmodSync, mkdirSync } from "node:fs";

/** Where root keeps what the user `postgres` has to reach, if that may not enter the clone. */
export const machineFolder = "/var/lib/compute-host-clones";

/** Creates a folder, which every user may enter, unless it is there. */
export function makeOpenFolder(folder: string): void {
  // The mode alone would be subject to the umask.
  if (mkdirSync(folder, { recursive: true }) !== undefined) chmodSync(folder, 0o755);
}
