import { readFileSync } from "node:fs";
import { StorageError } from "../../computers/store-errors.ts";
import { urlsOfServers } from "../database-url.ts";
import { createGroupCommit } from "../groups/group-commit.ts";
import type { OpenStorageOptions, Storage } from "../storage.ts";
import { createApiKeyStore } from "../stores/api-keys.ts";
import { createComputerStore } from "../stores/computers.ts";
import { createJobs } from "../stores/jobs.ts";
import { connectionConfigOf } from "./connections/connection-config.ts";
import { type Connections, openConnections } from "./connections/connections.ts";
import { describePostgresError } from "./connections/error.ts";
import { lockForCommand } from "./connections/service-lock.ts";
import { createPostgresEngine } from "./engine.ts";
import { openDatabase } from "./open-database.ts";

const replicatedQuery = {
  name: "replicated",
  text: `select current_setting('synchronous_standby_names') <> ''
    and current_setting('synchronous_commit') not in ('off', 'local')`,
};

async function isReplicated({ read }: Connections): Promise<boolean> {
  const [[replicated] = [false]] = await read<[boolean]>(replicatedQuery, []);
  return replicated;
}

/** How long opening a connection may take, in milliseconds. */
const connectTimeoutMs = 5_000;
/**
 * How much longer than the server this process waits for a statement, in milliseconds: a network that drops packets
 * reports nothing.
 */
const networkTimeoutMs = 2_000;
/** How long a connection is idle before it checks whether the server is still there, in milliseconds. */
const keepAliveDelayMs = 10_000;
/** How long a statement waits for a lock, in milliseconds: longer than a suspended node can hold one. */
export const lockTimeoutMs = 5_000;
/** How long a transaction may be idle before PostgreSQL rolls it back, in milliseconds. */
const idleTransactionTimeoutMs = 3_000;

/**
 * Opens the PostgreSQL storage, which any number of nodes share.
 *
 * @param label The database's name in messages, without credentials.
 * @throws StorageError saying what is wrong with the database and what to do.
 */
export async function openPostgresStorage(options: OpenStorageOptions, label: string): Promise<Storage> {
  const {
    databaseUrl,
    databaseUrlFile,
    use = "serve",
    maxConnections = 10,
    statementTimeoutMs = 10_000,
    leaseMs = 10_000,
    nodeName,
    onMigration,
    onReadsChange,
    onWritesChange,
  } = options;
  const { config, servers, expectsFailover, plainHosts } = connectionConfigOf(databaseUrl);
  let isOpen = false;
  const connections = openConnections({
    isService: use === "serve",
    // Earlier failures are thrown by this function.
    onReadsChange: (failure) => {
      if (isOpen) onReadsChange?.(failure);
    },
    onWritesChange: (failure) => {
      if (isOpen) onWritesChange?.(failure);
    },
    servers: {
      ...servers,
      ...(databaseUrlFile !== undefined && {
        readUrls: () => urlsOfServers(readFileSync(databaseUrlFile, "utf8").trim()),
      }),
    },
    config: {
      ...config,
      application_name: [config.application_name, nodeName].filter(Boolean).join(" "),
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
    },
  });
  try {
    if (use === "exclusive") {
      const client = await connections.openClient();
      await lockForCommand(client);
      // Without the lock, nothing more is read or written.
      client.once("end", () => connections.close());
    }
    await openDatabase(connections, { label, onProgress: onMigration });
  } catch (cause) {
    await connections.close();
    if (cause instanceof StorageError) throw cause;
    const message = `Cannot open the database ${label}: ${describePostgresError(cause)}.`;
    throw new StorageError(message, { isUnprocessed: true, cause });
  }
  isOpen = true;
  const engine = createPostgresEngine(connections);
  const group = createGroupCommit(engine);
  const jobs = createJobs(engine, { leaseMs, name: nodeName });

  return {
    computers: createComputerStore(engine, jobs, group),
    apiKeys: createApiKeyStore(engine),
    cluster: {
      plainHosts,
      expectsFailover,
      isReplicated: () => isReplicated(connections),
      refusal: () => connections.commits.refusal()?.message,
      figures: () => ({ ...connections.figures(), ...jobs.figures() }),
    },
    check: connections.health.check,
    failing: connections.health.failing,
    figures: () => ({ ...engine.figures(), failures: connections.health.failures }),
    async backup() {
      throw new Error(
        "PostgreSQL has its own tools for backups: pg_dump --format=custom --schema=compute_host",
      );
    },
    async close() {
      await group.idle();
      await connections.close();
    },
  };
}
