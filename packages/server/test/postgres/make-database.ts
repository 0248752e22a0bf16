import { randomBytes } from "node:crypto";
import { query } from "./query.ts";
import { TemporaryPostgres } from "./temporary-postgres.ts";

/** A PostgreSQL that tests run on: the one of the installation, or the oldest that is supported. */
export type PostgresName = "PostgreSQL" | "PostgreSQL 15";

/** Where Debian's package `postgresql-15` has its programs. */
export const debianFolder = "/usr/lib/postgresql/15";

const given = process.env.TEST_DATABASE_URL;
const starting = new Map<PostgresName, Promise<TemporaryPostgres>>();
const made: string[] = [];

/**
 * Makes an empty database with a superuser's credentials. The first one starts its server, which ends with this process; for the
 * PostgreSQL of the installation, `TEST_DATABASE_URL` names another server, whose user may make databases.
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

/** Stops the servers and removes their data; on one that was there, the databases alone. */
export async function removeDatabases(): Promise<void> {
  for (const server of starting.values()) {
    await (await server.catch(() => undefined))?.[Symbol.asyncDispose]();
  }
  if (!given) return;
  for (const name of made) await query(given, `drop database if exists ${name} with (force)`);
}
