import { randomBytes } from "node:crypto";
import { query } from "./query.ts";
import { TemporaryPostgres } from "./temporary-postgres.ts";

/** A PostgreSQL that tests run on: the installed one, or the oldest supported. */
export type PostgresName = "PostgreSQL" | "PostgreSQL 15";

/** The folder of Debian's package `postgresql-15`. */
export const debianFolder = "/usr/lib/postgresql/15";

const given = process.env.TEST_DATABASE_URL;
const starting = new Map<PostgresName, Promise<TemporaryPostgres>>();
const made: string[] = [];

/**
 * Makes an empty database and returns its URL with a superuser's credentials. The first call starts the server, which
 * ends with this process. In place of the installed PostgreSQL, `TEST_DATABASE_URL` can name another server, whose user
 * may create databases.
 */
export async function makeDatabase(postgres: PostgresName): Promise<string> {
  const url = new URL(await serverUrl(postgres));
  const name = `compute_host_test_${randomBytes(8).toString("hex")}`;
  await query(url.href, `create database ${name}`);
  made.push(name);
  url.pathname = `/${name}`;
  return url.href;
}

async function serverUrl(postgres: PostgresName): Promise<string> {
  const isOfInstallation = postgres === "PostgreSQL";
  if (isOfInstallation && given) return given;
  const server =
    starting.get(postgres) ?? TemporaryPostgres.start([], isOfInstallation ? undefined : debianFolder);
  starting.set(postgres, server);
  return (await server).url;
}

/** Stops the servers and removes their data; on the server of `TEST_DATABASE_URL`, only the databases. */
export async function removeDatabases(): Promise<void> {
  for (const server of starting.values()) {
    await (await server.catch(() => undefined))?.[Symbol.asyncDispose]();
  }
  if (!given) return;
  for (const name of made) await query(given, `drop database if exists ${name} with (force)`);
}
