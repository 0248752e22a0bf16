import { readFileSync } from "node:fs";
import { describeReadFailure } from "@compute-host/command-line/read-failure";
import type { PoolConfig } from "pg";
import { DatabaseUrlError, urlsOfServers } from "../../database-url.ts";
import type { Servers } from "./node-client.ts";

/**
 * The supported parameters of the URL, with libpq's names. Any other is refused, because it may be meant for security.
 */
const parameters: readonly string[] = [
  "sslmode",
  "sslrootcert",
  "sslcert",
  "sslkey",
  "channel_binding",
  "host",
  "application_name",
  "target_session_attrs",
];

/** PostgreSQL cuts `application_name` after 63 bytes, and the name of the node is a part of it. */
const maxApplicationName = 20;

/** How to reach a database. */
export interface ConnectionConfig {
  readonly config: PoolConfig;
  readonly servers: Servers;
  /** Whether another server may take over. */
  readonly expectsFailover: boolean;
  /** Hosts that are reached over a network without encryption. */
  readonly plainHosts: readonly string[];
}

/**
 * Reads the connection settings from a database URL. `sslmode` works as in libpq, without the modes that fall back to
 * no encryption.
 *
 * @throws DatabaseUrlError saying what is wrong with a parameter.
 */
export function connectionConfigOf(text: string): ConnectionConfig {
  const urls = urlsOfServers(text).map((server) => new URL(server));
  const given = new URLSearchParams(urls[0]?.search);
  const get = (name: string) => given.get(name) ?? undefined;
  for (const name of given.keys()) {
    if (!parameters.includes(name)) {
      refuse(`has an unknown parameter, ${name}; the known ones are ${parameters.join(", ")}`);
    }
    if (given.getAll(name).length > 1) refuse(`has the parameter ${name} more than once`);
  }
  const ssl = tlsOf(given);
  const host = get("host");
  const applicationName = get("application_name") ?? "compute-host";
  if (applicationName.length > maxApplicationName) {
    refuse(
      `has an application_name of more than ${maxApplicationName} characters; the name of the node must fit behind it`,
    );
  }
  const attributes = get("target_session_attrs");
  if (attributes !== undefined && !writableAttributes.includes(attributes))
    refuse(
      `has a wrong target_session_attrs; it must be ${orList(writableAttributes)}, because the service writes`,
    );
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
      mustTakeWrites: attributes === "read-write",
    },
    expectsFailover: attributes !== undefined || urls.length > 1,
    plainHosts: urls
      .map(({ hostname }) => hostname)
      .filter((name) => ssl === false && host === undefined && !/^%2f/i.test(name)),
  };
}

/** The modes of libpq that do not fall back to no encryption. */
const tlsModes: readonly string[] = ["disable", "require", "verify-ca", "verify-full"];

/** The values of `target_session_attrs` with which a server takes writes. */
const writableAttributes: readonly string[] = ["read-write", "primary"];

function orList(items: readonly string[]): string {
  return `${items.slice(0, -1).join(", ")} or ${items.at(-1)}`;
}

/**
 * Reads the files only here: on a reconnection, a file that is being replaced would fail inside the pool, outside of
 * any request.
 */
function tlsOf(given: URLSearchParams): NonNullable<PoolConfig["ssl"]> {
  const mode = given.get("sslmode") ?? "disable";
  if (!tlsModes.includes(mode)) refuse(`has a wrong sslmode; it must be ${orList(tlsModes)}`);
  const files = {
    ...(given.has("sslrootcert") && { ca: read(given, "sslrootcert") }),
    ...(given.has("sslcert") && { cert: read(given, "sslcert") }),
    ...(given.has("sslkey") && { key: read(given, "sslkey") }),
  };
  if (mode === "disable") return false;
  if (mode === "verify-full") return files;
  // Accepts a certificate of this issuer for any name.
  if (files.ca !== undefined) return { ...files, checkServerIdentity: () => undefined };
  if (mode === "require") return { ...files, rejectUnauthorized: false };
  return refuse("needs sslrootcert, the file of the issuer's certificate, for sslmode=verify-ca");
}

function read(given: URLSearchParams, name: string): string {
  try {
    return readFileSync(given.get(name) ?? "", "utf8");
  } catch (error) {
    return refuse(`has a file in ${name} that cannot be read: ${describeReadFailure(error)}`);
  }
}

function refuse(problem: string): never {
  throw new DatabaseUrlError(`The database URL ${problem}.`);
}
