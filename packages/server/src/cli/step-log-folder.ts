import { hash } from "node:crypto";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Config } from "../config/config.ts";
import { parseDatabaseUrl } from "../storage/database-url.ts";

/** The ID of this user, who needs no entry in the system's list of users; 0 on Windows, where no file shows one. */
export function userId(): number {
  return process.getuid?.() ?? 0;
}

/**
 * Where this machine keeps step logs: in the configured folder, next to the database file, or among the temporary
 * files.
 */
export function stepLogFolderOf({
  databaseUrl,
  provisionerLogFolder,
}: Pick<Config, "databaseUrl" | "provisionerLogFolder">): string {
  if (provisionerLogFolder !== undefined) return resolve(provisionerLogFolder);
  const location = parseDatabaseUrl(databaseUrl);
  if (location.kind === "sqlite" && location.path !== ":memory:") return `${resolve(location.path)}-logs`;
  const name = hash("sha256", location.label, "hex").slice(0, 24);
  // Directly in the temporary directory, where no other user can put a folder in its place.
  return join(tmpdir(), `compute-host-logs-${userId()}-${name}`);
}
