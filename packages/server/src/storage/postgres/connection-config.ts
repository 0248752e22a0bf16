import { readFileSync } from "node:fs";
import type { PoolConfig } from "pg";
import { DatabaseUrlError } from "../database-url-error.ts";

/** Supported parameters of the URL, with libpq's names. Any other is refused, because it may have been meant to protect. */
const parameters: readonly string[] = [
  ...["sslmode", "sslrootcert", "sslcert", "sslkey", "channel_binding"],
  ...["host", "application_name"],
];

/**
 * Reads the connection settings from a database URL. `sslmode` means what it means to libpq, without the modes that fall back to no
 * encryption.
 *
 * @throws DatabaseUrlError saying what is wrong with a parameter.
 */
export function connectionConfigOf(text: string): PoolConfig {
  const url = new URL(text);
  const given = new URLSearchParams(url.search);
  const get = (name: string) => given.get(name) ?? undefined;
  for (const name of given.keys()) {
    if (!parameters.includes(name)) {
      refuse(`has a parameter that is not known, ${name}; there are ${parameters.join(", ")}`);
    }
    if (given.getAll(name).length > 1) refuse(`has the parameter ${name} more than once`);
  }
  const ssl = tlsOf(get);
  const host = get("host");
  url.search = host === undefined ? "" : `?host=${encodeURIComponent(host)}`;
  return {
    connectionString: url.href,
    ssl,
    enableChannelBinding: get("channel_binding") !== "disable" && ssl !== false,
    application_name: get("application_name") ?? "compute-host",
  };
}

function tlsOf(get: (name: string) => string | undefined): NonNullable<PoolConfig["ssl"]> {
  const [mode = "disable", ca, cert, key] = ["sslmode", "sslrootcert", "sslcert", "sslkey"].map(get);
  const files = {
    ...(ca !== undefined && { ca: read("sslrootcert", ca) }),
    ...(cert !== undefined && { cert: read("sslcert", cert) }),
    ...(key !== undefined && { key: read("sslkey", key) }),
  };
  // A certificate of this issuer for any name.
  const anyName = { ...files, checkServerIdentity: () => undefined };
  switch (mode) {
    case "disable":
      return false;
    case "require":
      return ca === undefined ? { ...files, rejectUnauthorized: false } : anyName;
    case "verify-ca":
      if (ca === undefined)
        refuse("needs sslrootcert, the file of the issuer's certificate, for sslmode=verify-ca");
      return anyName;
    case "verify-full":
      return files;
    default:
      return refuse("has a wrong sslmode; it is disable, require, verify-ca or verify-full");
  }
}

function read(name: string, path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    return refuse(`names a file that cannot be read as ${name}: ${(error as Error).message}`);
  }
}

function refuse(problem: string): never {
  throw new DatabaseUrlError(`The database URL ${problem}.`);
}
