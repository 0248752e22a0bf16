import type { ClientBase } from "pg";
import { StorageError } from "../../computers/store-errors.ts";
import { migrations } from "./migrations.ts";

/** Names the lock of a migration among the advisory locks of a database: the first bytes of "compute-host". */
const lockKey = "7165065861944075565";

/** @throws StorageError when the server acknowledges transactions before they are on disk. */
export async function assertDurable(client: ClientBase, label: string): Promise<void> {
  const { rows } = await client.query("select current_setting('synchronous_commit') as value");
  if (rows[0].value !== "off") return;
  throw new StorageError(
    `The database ${label} has synchronous_commit=off, so acknowledged writes could be lost; ` +
      "turn it on: alter database ... set synchronous_commit = on.",
    { isUnprocessed: true },
  );
}

/**
 * Migrates a database to the current version. Of several nodes that start together, one does it and the others wait.
 *
 * @throws StorageError when it was written by a newer release.
 */
export async function migrate(client: ClientBase, label: string): Promise<void> {
  await assertUtf8(client, label);
  if ((await readVersion(client, label)) === migrations.length) return;
  await client.query("begin");
  try {
    await client.query("set local lock_timeout = 0; set local statement_timeout = 0");
    await client.query("select pg_advisory_xact_lock($1)", [lockKey]);
    const version = await readVersion(client, label);
    if (version === 0) {
      await client.query("create schema if not exists compute_host");
      await client.query("create table compute_host.schema_version (version integer not null)");
      await client.query("insert into compute_host.schema_version values (0)");
    }
    for (const migration of migrations.slice(version)) await client.query(migration);
    await client.query("update compute_host.schema_version set version = $1", [migrations.length]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

/** @throws StorageError when the database has no place for some characters. */
async function assertUtf8(client: ClientBase, label: string): Promise<void> {
  const { rows } = await client.query("select current_setting('server_encoding') as encoding");
  const { encoding } = rows[0];
  if (encoding === "UTF8") return;
  refuse(`The database ${label} has the encoding ${encoding}, which cannot hold every name: create one with
    createdb --encoding=UTF8 --template=template0.`);
}

/** Version of the database, 0 for one that has nothing of this service. */
async function readVersion(client: ClientBase, label: string): Promise<number> {
  // A look into the catalog sees what another node has just committed; functions like to_regclass may remember what was before.
  const { rows: tables } = await client.query(
    "select tablename from pg_catalog.pg_tables where schemaname = 'compute_host'",
  );
  if (tables.length === 0) return 0;
  const hasVersion = tables.some(({ tablename }) => tablename === "schema_version");
  const { rows } = hasVersion
    ? await client.query("select version from compute_host.schema_version")
    : { rows: [] };
  const version: unknown = rows[0]?.version;
  const missing = tablesOf(version).find((table) => !tables.some(({ tablename }) => tablename === table));
  if (missing !== undefined)
    return refuse(`The database ${label} lacks the table ${missing}: restore a backup.`);
  if (typeof version !== "number" || version < 1) {
    return refuse(`The database ${label} has a schema compute_host without a version: restore a backup, or rename the
      schema if it is not of this service.`);
  }
  if (version <= migrations.length) return version;
  return refuse(`The database ${label} has version ${version}, but this release of @compute-host/server only supports
    versions up to ${migrations.length}; start a newer release.`);
}

/** The tables of a version that this release knows. */
function tablesOf(version: unknown): readonly string[] {
  const texts = migrations.slice(0, Number(version)).join();
  return [...texts.matchAll(/create table compute_host\.(\w+)/g)].map(([, table]) => table as string);
}

function refuse(message: string): never {
  throw new StorageError(message.replace(/\s+/g, " "), { isUnprocessed: true });
}
