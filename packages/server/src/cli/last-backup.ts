import { stat, statfs, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { DatabaseFileFigures } from "../observability/metrics.ts";

/** The file whose modification time is the time of the last backup. */
const noteOf = (database: string) => `${database}.last-backup`;

/** Records that a database was backed up, for the metric. */
export function noteBackup(database: string, backup: string): Promise<void> {
  return writeFile(noteOf(database), `${backup}\n`, { mode: 0o600 });
}

/** Reads the figures of a database file from the file system. */
export async function readFileFigures(database: string): Promise<DatabaseFileFigures> {
  const { bavail, bsize } = await statfs(dirname(database));
  const { mtimeMs } = await stat(noteOf(database)).catch(() => ({ mtimeMs: 0 }));
  return { freeBytes: bavail * bsize, backedUpAt: Math.floor(mtimeMs / 1_000) };
}
