import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { machineFolder, makeOpenFolder } from "./machine-folder.ts";
import { mayUse, postgresUser } from "./postgres-user.ts";

/**
 * Chooses the folder of PostgreSQL's data: `data/postgres` in the working directory; or, where its user may not enter that, a
 * folder of {@link machineFolder} for this working directory alone.
 */
export function defaultDataFolder(): string {
  const near = resolve("data/postgres");
  mkdirSync(dirname(near), { recursive: true });
  if (mayUse(postgresUser(), "-x", dirname(near))) return near;
  const name = createHash("sha256").update(process.cwd()).digest("hex").slice(0, 12);
  const own = join(machineFolder, `clone-${name}`);
  for (const folder of [machineFolder, own]) makeOpenFolder(folder);
  return join(own, "postgres");
}
