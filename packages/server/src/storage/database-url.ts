/** What a DATABASE_URL names. */
export interface DatabaseLocation {
  readonly kind: "sqlite";
  /** Path of the file, relative to the working folder or absolute, or `:memory:`. */
  readonly path: string;
}

/**
 * Reads a DATABASE_URL: `sqlite:./data/compute-host.db`, `sqlite:/var/lib/compute-host.db`, `sqlite::memory:`.
 *
 * @throws Error saying what is wrong with it.
 */
export function parseDatabaseUrl(url: string): DatabaseLocation {
  const path = url.startsWith("sqlite:") ? url.slice("sqlite:".length).replace(/^\/\/(?=\/)/, "") : "";
  if (path === "" || path.startsWith("//")) {
    throw new Error(
      "DATABASE_URL has to be sqlite: and a path, for example sqlite:./data/compute-host.db, or sqlite::memory:",
    );
  }
  return { kind: "sqlite", path };
}
