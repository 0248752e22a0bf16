import { setTimeout as wait } from "node:timers/promises";
import type { ClientBase } from "pg";
import type { Migration } from "./migrations.ts";
import { readVersion } from "./open-database.ts";
import { isCollision, isLockTimeout } from "./postgres-error.ts";

/** Names the lock of a migration among the advisory locks of a database: the first bytes of "compute-host". */
const lockKey = "7165065861944075565";

/** How long a migration waits for a lock, in milliseconds: everything that needs the table waits behind it. */
const lockTimeoutMs = 1_000;
/** Pause before the next try, in which what had to wait is done, in milliseconds. */
const retryMs = 3_000;
/** How often a node checks whether another one has migrated, in milliseconds. */
const lookMs = 500;

/** The context of {@link migrate}. */
export interface MigrateOptions {
  /** The name of the database in messages. */
  readonly label: string;
  readonly migrations: readonly Migration[];
  /** Is called with what the migration does or waits for. */
  readonly onProgress?: ((message: string) => void) | undefined;
}

/**
 * Migrates a database to the current version while nodes of an older release use it. Of several nodes that start together, one
 * does it and the others wait.
 *
 * @param client a connection of its own, without limits.
 * @throws StorageError when it was written by a newer release.
 */
export async function migrate(client: ClientBase, options: MigrateOptions): Promise<void> {
  const { label, migrations, onProgress = () => {} } = options;
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
      // An index that is created concurrently would wait for a statement that waits for this lock.
      isLocked = await askLock("pg_try_advisory_lock");
      if (isLocked) continue;
      if (!isWaiting) onProgress("waits for another node, which migrates the database");
      isWaiting = true;
      await wait(lookMs);
    }
  } finally {
    if (isLocked) await askLock("pg_advisory_unlock").catch(() => {});
  }
}

async function runMigration(
  client: ClientBase,
  { sql, readableFrom }: Migration,
  version: number,
  onProgress: (message: string) => void,
): Promise<void> {
  const record = `update compute_host.schema_version set version = ${version}, readable_from = ${readableFrom}`;
  const [isConcurrent, created] =
    /^\s*(?:create (?:unique )?index concurrently (\w+)|drop index concurrently)/.exec(sql) ?? [];
  if (isConcurrent !== undefined) {
    // What an interrupted creation has left is not used.
    if (created !== undefined)
      await client.query(`drop index concurrently if exists compute_host.${created}`);
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
        "waits for a lock, and tries again every few seconds: look for long transactions, such as a backup",
      );
    }
    await wait(retryMs);
  }
}
