/** The database URL cannot be used. */
export class DatabaseUrlError extends Error {
  override readonly name = "DatabaseUrlError";
}

/** The database that a URL names. */
export type DatabaseLocation = {
  /** The database's name in messages: without user, password and parameters. */
  readonly label: string;
} & (
  | {
      readonly kind: "sqlite";
      /** Path of the file, relative to the working folder or absolute, or `:memory:`. */
      readonly path: string;
    }
  | { readonly kind: "postgres"; readonly url: string }
);

/**
 * Reads a database URL: `sqlite:./data/compute-host.db`, `sqlite:/var/lib/compute-host.db`, `sqlite::memory:`,
 * `postgres://user:password@host/database?sslmode=verify-full`.
 *
 * @throws DatabaseUrlError saying what is wrong with the URL, without its credentials.
 */
export function parseDatabaseUrl(url: string): DatabaseLocation {
  if (/^postgres(?:ql)?:/.test(url)) return parsePostgresUrl(url);
  const path = url.startsWith("sqlite:") ? url.slice("sqlite:".length).replace(/^\/\/(?=\/)/, "") : "";
  if (path === "" || path.startsWith("//")) {
    throw new DatabaseUrlError(
      "The database URL must be sqlite: and a path, such as sqlite:./data/compute-host.db, or sqlite::memory:, " +
        "or the URL of a PostgreSQL database, such as postgres://user:password@host/database",
    );
  }
  if (/^(?:~|file:)|\?/.test(path)) {
    throw new DatabaseUrlError(
      `The database URL ${url} must be sqlite: and a plain path, ` +
        "without ~ for a home folder, file:, or parameters after ?",
    );
  }
  return { kind: "sqlite", path, label: url };
}

function parsePostgresUrl(url: string): DatabaseLocation {
  const urls = urlsOfServers(url);
  if (!urls.every(isReadable)) {
    throw new DatabaseUrlError(
      "The database URL cannot be parsed: it must name one host, or several separated by commas, each with a port " +
        "up to 65535, and special characters in user and password must be percent-encoded.",
    );
  }
  const [first, ...others] = urls.map((server) => new URL(server)) as [URL, ...URL[]];
  const host = first.searchParams.get("host") ?? [first, ...others].map(({ host }) => host).join();
  return { kind: "postgres", url, label: `postgres://${host}${first.pathname}` };
}

function isReadable(text: string): boolean {
  try {
    const { username, password, host, pathname, searchParams } = new URL(text);
    const decoded = [username, password, pathname].map(decodeURIComponent);
    // An @ after the host belongs to a password with a / or a ? that is not encoded.
    const hasPassword = [pathname, ...searchParams.keys()].some((part) => part.includes("@"));
    return host !== "" && decoded.length > 0 && !hasPassword;
  } catch {
    return false;
  }
}

/**
 * The URLs of the servers that a PostgreSQL URL names, as libpq reads it: `postgres://ada@one:5433,two/db` names two.
 * An omitted host means this machine.
 */
export function urlsOfServers(url: string): readonly string[] {
  const [all = "", start, hosts = ""] = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)/.exec(url) ?? [];
  const rest = url.slice(all.length);
  // With libpq, the host may be omitted if a parameter names the folder of a Unix socket.
  const named = hosts.includes(",") ? hosts : hosts.replace(/^(?=:|$)/, "localhost");
  return named.split(",").map((host) => `${start}${host}${rest}`);
}
