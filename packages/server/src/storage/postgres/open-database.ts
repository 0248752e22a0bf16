import { setTimeout as wait } from "node:timers/promises";
import type { ClientBase } from "pg";
import { StorageError } from "../../computers/store-errors.ts";
import { migrations as currentMigrations, type Migration } from "../migrations.ts";
import { textFor } from "../sql.ts";
import { assertOwnSession } from "./connections/assert-own-session.ts";
import type { Connections } from "./connections/connections.ts";
import { isCollision, isLockTimeout } from "./connections/error.ts";

/** The migration lock, among the advisory locks of a database: the first bytes of "compute-host". */
const lockKey = "7165065861944075565";

/** How long a migration waits for a lock, in milliseconds. Everything else that needs the table waits behind it. */
const lockTimeoutMs = 1_000;
/** The pause before the next try, in which waiting requests proceed, in milliseconds. */
const retryMs = 3_000;
/** How often a node checks whether another has finished migrating, in milliseconds. */
const lookMs = 500;

/** The context of {@link migrate}. */
export interface MigrateOptions {
  /** The name of the database in messages. */
  readonly label: string;
  /** @default those of this release */
  readonly migrations?: readonly Migration[];
  /** Called with what the migration does or waits for. Other nodes keep serving; this one waits. */
  readonly onProgress?: ((message: string) => void) | undefined;
}

/**
 * Checks a database, and migrates it to the current version.
 *
 * @throws StorageError saying what is wrong with it and what to do.
 */
export async function openDatabase(connections: Connections, options: MigrateOptions): Promise<void> {
  const version = await connections.use(async (client) => {
    await assertOwnSession(client, connections.openClient);
    await assertUtf8(client, options.label);
    return readVersion(client, options.label, currentMigrations);
  });
  if (version >= currentMigrations.length) return;
  const client = await connections.openClient();
  await migrate(client, options);
  await client.end();
}

/**
 * Migrates a database to the current version while nodes of an older release use it. If several nodes start together,
 * one migrates and the others wait.
 *
 * @param client a separate connection without limits.
 * @throws StorageError when it was written by a newer release.
 */
export async function migrate(client: ClientBase, options: MigrateOptions): Promise<void> {
  const { label, migrations = currentMigrations, onProgress = () => {} } = options;
  const askLock = async (call: string): Promise<boolean> =>
    (await client.query(`select ${call}(${lockKey}) as done`)).rows[0].done;
  let isLocked = false;
  let isWaiting = false;
  try {
    for (;;) {
      const version = await readVersion(client, label, migrations);
      const next = migrations[version];
      if (next === undefined) return;
      if (isLocked) {
        if (version > 0) onProgress(`migrates the database from version ${version} to ${version + 1}`);
        await runMigration(client, next, version + 1, onProgress);
        continue;
      }
      // Does not block on the lock: another node may hold it while creating an index concurrently, which waits for all
      // running statements and would thus wait for this one.
      isLocked = await askLock("pg_try_advisory_lock");
      if (isLocked) continue;
      if (!isWaiting) onProgress("waits for another node, which is migrating the database");
      isWaiting = true;
      await wait(lookMs);
    }
  } finally {
    if (isLocked) await askLock("pg_advisory_unlock").catch(() => {});
  }
}

async function runMigration(
  client: ClientBase,
  { sql: texts, readableFrom }: Migration,
  version: number,
  onProgress: (message: string) => void,
): Promise<void> {
  const sql = textFor("postgres", texts);
  const record = `update schema_version set version = ${version}, readable_from = ${readableFrom}`;
  if (version === 1) await client.query("create schema if not exists compute_host");
  await client.query("set search_path to compute_host");
  if (/^\s*(?:create (?:unique )?index|drop index) concurrently/.test(sql)) {
    // An interrupted creation leaves an unusable index.
    const [, created] = /^\s*create (?:unique )?index concurrently (\w+)/.exec(sql) ?? [];
    if (created !== undefined) await client.query(`drop index concurrently if exists ${created}`);
    await client.query(sql);
    await client.query(record);
    return;
  }
  for (let tries = 0; ; tries++) {
    try {
      await client.query(`begin; set local lock_timeout = ${lockTimeoutMs}; ${sql}; ${record}; commit`);
      return;
    } catch (error) {
      await client.query("rollback");
      if (!isLockTimeout(error) && !isCollision(error)) throw error;
    }
    if (tries === 0) {
      onProgress(
        "waits for a lock and tries again every few seconds; look for long transactions, such as a backup",
      );
    }
    await wait(retryMs);
  }
}

/** @throws StorageError when the database cannot store all characters. */
async function assertUtf8(client: ClientBase, label: string): Promise<void> {
  const { rows } = await client.query("select current_setting('server_encoding') as encoding");
  const { encoding } = rows[0];
  if (encoding === "UTF8") return;
  refuse(`The database ${label} has the encoding ${encoding}, which cannot store every name: create one with
    createdb --encoding=UTF8 --template=template0.`);
}

/**
 * The version of the database; 0 if it has nothing of this service.
 *
 * @throws StorageError when a release with these migrations cannot use it.
 */
async function readVersion(
  client: ClientBase,
  label: string,
  migrations: readonly Migration[],
): Promise<number> {
  // The catalog shows what another node has just committed; functions such as to_regclass may return a cached result.
  const { rows: found } = await client.query(
    "select tablename from pg_catalog.pg_tables where schemaname = 'compute_host'",
  );
  if (found.length === 0) return 0;
  const hasVersion = found.some(({ tablename }) => tablename === "schema_version");
  const { rows } = hasVersion
    ? await client.query("select version, readable_from from compute_host.schema_version")
    : { rows: [] };
  const { version, readable_from: readableFrom } = rows[0] ?? {};
  if (typeof version !== "number" || version < 1) {
    return refuse(
      `The database ${label} has a schema compute_host without a version: restore a backup, or rename the schema
      if it does not belong to this service.`,
    );
  }
  if (readableFrom <= migrations.length) return version;
  return refuse(`The database ${label} has version ${version}, but this release of @compute-host/server only supports
    versions up to ${migrations.length}; start a newer release.`);
}

function refuse(message: string): never {
  throw new StorageError(message.replace(/\s+/g, " "), { isUnprocessed: true });
}
