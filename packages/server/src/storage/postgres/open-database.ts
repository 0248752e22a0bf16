import type { ClientBase } from "pg";
import { StorageError } from "../../computers/store-errors.ts";
import type { Migration } from "./migrations.ts";

/** @throws StorageError when the database has no place for some characters. */
export async function assertUtf8(client: ClientBase, label: string): Promise<void> {
  const { rows } = await client.query("select current_setting('server_encoding') as encoding");
  const { encoding } = rows[0];
  if (encoding === "UTF8") return;
  refuse(`The database ${label} has the encoding ${encoding}, which cannot hold every name: create one with
    createdb --encoding=UTF8 --template=template0.`);
}

const ownTables = "pg_catalog.pg_tables where schemaname = 'compute_host'";

/**
 * Version of the database, 0 for one that has nothing of this service.
 *
 * @throws StorageError when a release of these migrations cannot use it.
 */
export async function readVersion(
  client: ClientBase,
  label: string,
  migrations: readonly Migration[],
): Promise<number> {
  // Query the catalog, which shows what another node has just committed; functions like to_regclass may return a cached result.
  const { rows: found } = await client.query(`select tablename from ${ownTables}`);
  if (found.length === 0) return 0;
  const hasVersion = found.some(({ tablename }) => tablename === "schema_version");
  // In one statement, since another node may be migrating.
  const { rows } = hasVersion
    ? await client.query(
        `select version, readable_from, array(select tablename::text from ${ownTables}) as tables from compute_host.schema_version`,
      )
    : { rows: [] };
  const { version, readable_from: readableFrom, tables = [] } = rows[0] ?? {};
  const missing = tablesOf(migrations.slice(0, Number(version))).find((table) => !tables.includes(table));
  if (missing !== undefined)
    return refuse(`The database ${label} lacks the table ${missing}: restore a backup.`);
  if (typeof version !== "number" || version < 1) {
    return refuse(`The database ${label} has a schema compute_host without a version: restore a backup, or rename the
      schema if it is not of this service.`);
  }
  if (readableFrom <= migrations.length) return version;
  return refuse(`The database ${label} has version ${version}, but this release of @compute-host/server only supports
    versions up to ${migrations.length}; start a newer release.`);
}

/** The tables that migrations create. */
function tablesOf(migrations: readonly Migration[]): readonly string[] {
  return [
    ...migrations
      .map(({ sql }) => sql)
      .join()
      .matchAll(/create table compute_host\.(\w+)/g),
  ].map(([, table]) => table as string);
}

function refuse(message: string): never {
  throw new StorageError(message.replace(/\s+/g, " "), { isUnprocessed: true });
}
