import { StorageError } from "../../computers/store-errors.ts";
import type { Storage } from "../storage.ts";
import { createApiKeyStore } from "./api-key-store.ts";
import { createComputerStore } from "./computer-store.ts";
import { connectionConfigOf } from "./connection-config.ts";
import { openConnections } from "./connections.ts";
import { createGroupCommit } from "./group-commit.ts";
import { createJobQueue, jobTable } from "./job-queue.ts";
import { assertDurable, migrate } from "./open-database.ts";
import { describePostgresError } from "./postgres-error.ts";

/** How to open the PostgreSQL storage. */
export interface OpenPostgresStorageOptions {
  /** URL of the database, with its credentials. */
  readonly url: string;
  /** How the database is called in messages: without credentials. */
  readonly label: string;
  /** How many connections are open at most. @default 10 */
  readonly maxConnections?: number;
  /** How long a statement may take, in milliseconds. @default 10000 */
  readonly statementTimeoutMs?: number;
  /** Is called when the storage begins to fail, with the reason, and when it works again, with `undefined`. */
  readonly onStateChange?: (failure: string | undefined) => void;
}

/** How long a connection may take, in milliseconds. */
const connectTimeoutMs = 5_000;
/** How much longer than the server this process waits for a statement: a network that drops everything tells nothing. */
const networkTimeoutMs = 2_000;
/** After how long an idle connection asks whether the server is still there, in milliseconds. */
const keepAliveDelayMs = 10_000;
/** How long a lock may be waited for: longer than a stopped node keeps one. */
const lockTimeoutMs = 5_000;
/** Settings that the statements rely on, and whose defaults a database or a user may have changed: nulls in arrays, and the isolation level. */
const sessionOptions = "-c array_nulls=on -c default_transaction_isolation=read\\ committed";
/** After how long the transaction of a node that says nothing more is rolled back, in milliseconds. */
const idleTransactionTimeoutMs = 3_000;

/**
 * Opens the PostgreSQL storage, which any number of nodes share.
 *
 * @throws StorageError saying what is wrong with the database and what to do.
 */
export async function openPostgresStorage(options: OpenPostgresStorageOptions): Promise<Storage> {
  const { url, label, maxConnections = 10, statementTimeoutMs = 10_000, onStateChange } = options;
  let isOpen = false;
  const connections = openConnections({
    // Earlier failures are errors of this function.
    onStateChange: (failure) => {
      if (isOpen) onStateChange?.(failure);
    },
    config: {
      ...connectionConfigOf(url),
      max: maxConnections,
      pipeline: true,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveDelayMs,
      allowExitOnIdle: true,
      connectionTimeoutMillis: connectTimeoutMs,
      statement_timeout: statementTimeoutMs,
      query_timeout: statementTimeoutMs + networkTimeoutMs,
      lock_timeout: lockTimeoutMs,
      idle_in_transaction_session_timeout: idleTransactionTimeoutMs,
      options: sessionOptions,
    },
  });
  try {
    await connections.use(async (client) => {
      await assertDurable(client, label);
      await migrate(client, label);
    });
  } catch (cause) {
    await connections.close();
    if (cause instanceof StorageError) throw cause;
    const message = `Cannot open the database ${label}: ${describePostgresError(cause)}.`;
    throw new StorageError(message, { isUnprocessed: true, cause });
  }
  isOpen = true;
  const group = createGroupCommit(connections, jobTable);
  const jobs = createJobQueue(connections, group);

  return {
    computers: createComputerStore({ connections, group, jobs }),
    apiKeys: createApiKeyStore(connections),
    isReady: connections.health.isReady,
    figures: () => ({ ...group.figures(), failures: connections.health.failures }),
    async backup() {
      throw new Error(
        "PostgreSQL has its own tools for backups: pg_dump --format=custom --schema=compute_host",
      );
    },
    async close() {
      await group.idle();
      jobs.close();
      await connections.close();
    },
  };
}
