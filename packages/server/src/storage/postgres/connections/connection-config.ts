import { readFileSync } from "node:fs";
import type { PoolConfig } from "pg";
import { DatabaseUrlError, urlsOfServers } from "../../database-url.ts";
import type { Servers } from "./node-client.ts";

/** Supported parameters of the URL, with libpq's names. Any other is refused, because it may have been meant to protect. */
const parameters: readonly string[] = [
  ...["sslmode", "sslrootcert", "sslcert", "sslkey", "channel_binding"],
  ...["host", "application_name", "target_session_attrs"],
];

/** PostgreSQL cuts names after 63 bytes, and that of the node has up to 42. */
const maxApplicationName = 20;

/** How to reach a database. */
export interface ConnectionConfig {
  readonly config: PoolConfig;
  readonly servers: Servers;
  /** Hosts that are reached over a network without encryption. */
  readonly plainHosts: readonly string[];
}

/**
 * Reads the connection settings from a database URL. `sslmode` means what it means to libpq, without the modes that fall back to no
 * encryption.
 *
 * @throws DatabaseUrlError saying what is wrong with a parameter.
 */
export function connectionConfigOf(text: string): ConnectionConfig {
  const urls = urlsOfServers(text).map((server) => new URL(server));
  const given = new URLSearchParams(urls[0]?.search);
  const get = (name: string) => given.get(name) ?? undefined;
  for (const name of given.keys()) {
    if (!parameters.includes(name)) {
      refuse(`has a parameter that is not known, ${name}; there are ${parameters.join(", ")}`);
    }
    if (given.getAll(name).length > 1) refuse(`has the parameter ${name} more than once`);
  }
  const ssl = tlsOf(given);
  const host = get("host");
  const applicationName = get("application_name") ?? "compute-host";
  if (applicationName.length > maxApplicationName) {
    refuse(
      `has an application_name of more than ${maxApplicationName} characters; the name of the node follows it`,
    );
  }
  const attributes = get("target_session_attrs");
  if (![undefined, "read-write", "primary"].includes(attributes))
    refuse("has a wrong target_session_attrs; it is read-write or primary, because the service writes");
  if (host !== undefined && urls.length > 1) refuse("has the parameter host, but names several hosts");
  for (const url of urls) url.search = host === undefined ? "" : new URLSearchParams({ host }).toString();
  return {
    config: {
      ssl,
      enableChannelBinding: get("channel_binding") !== "disable" && ssl !== false,
      application_name: applicationName,
    },
    servers: {
      urls: urls.map(({ href }) => href),
      // Any server but the primary would refuse writes, and answer reads with what was true some time ago.
      mustTakeWrites: attributes !== undefined || urls.length > 1,
    },
    plainHosts: urls
      .map(({ hostname }) => hostname)
      .filter((name) => ssl === false && host === undefined && !/^%2f/i.test(name)),
  };
}

/** Those of libpq that do not fall back to no encryption. */
const tlsModes: readonly string[] = ["disable", "require", "verify-ca", "verify-full"];

/** Reads the files only now: at a reconnection, one that is being replaced would fail in the pool, outside of any request. */
function tlsOf(given: URLSearchParams): NonNullable<PoolConfig["ssl"]> {
  const mode = given.get("sslmode") ?? "disable";
  if (!tlsModes.includes(mode))
    refuse("has a wrong sslmode; it is disable, require, verify-ca or verify-full");
  const files = {
    ...(given.has("sslrootcert") && { ca: read(given, "sslrootcert") }),
    ...(given.has("sslcert") && { cert: read(given, "sslcert") }),
    ...(given.has("sslkey") && { key: read(given, "sslkey") }),
  };
  if (mode === "disable") return false;
  if (mode === "verify-full") return files;
  // A certificate of this issuer for any name.
  if (files.ca !== undefined) return { ...files, checkServerIdentity: () => undefined };
  if (mode === "require") return { ...files, rejectUnauthorized: false };
  return refuse("needs sslrootcert, the file of the issuer's certificate, for sslmode=verify-ca");
}

function read(given: URLSearchParams, name: string): string {
  try {
    return readFileSync(given.get(name) ?? "", "utf8");
  } catch (error) {
    return refuse(`names a file that cannot be read as ${name}: ${(error as Error).message}`);
  }
}

function refuse(problem: string): never {
  throw new DatabaseUrlError(`The database URL ${problem}.`);
}
