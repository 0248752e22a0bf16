import pg, {
  type Client,
  type ClientBase,
  type PoolClient,
  type PoolConfig,
  type QueryArrayConfig,
} from "pg";
import type { ClusterFigures } from "../../../computers/cluster.ts";
import type { FailureListeners } from "../../failure-state.ts";
import { maxAttempts, repeatLimitMs } from "../../groups/other-sessions.ts";
import { type CommitWatch, watchCommits } from "./commit-watch.ts";
import {
  asStorageError,
  closed,
  isConnectionLimit,
  isConnectionLost,
  isIdleEnd,
  isReadOnly,
  NoConnectionError,
} from "./error.ts";
import type { Health } from "./health.ts";
import { watchHealth } from "./health.ts";
import { createNodeClients, type Servers, type SessionLimits } from "./node-client.ts";
import type { Use } from "./transaction.ts";

/** A query that is prepared once per connection, under its name. */
export interface NamedQuery {
  readonly name: string;
  readonly text: string;
  /**
   * Whether its columns, all texts, are sent in binary. A list then takes PostgreSQL 11 to 25 % less CPU time, a GET
   * the same.
   */
  readonly binary?: boolean;
}

/** The connections of a database. */
export interface Connections {
  readonly health: Health;
  /** Runs everything that commits. */
  readonly commits: CommitWatch;
  /** Reads rows as arrays. A read whose connection breaks is retried as often as a write. @throws StorageError */
  read<Row extends readonly unknown[]>(
    query: NamedQuery,
    values: readonly unknown[],
  ): Promise<readonly Row[]>;
  /** Lends a connection to some work, and discards it if it breaks. */
  readonly use: Use;
  /**
   * Lends the connection for claims of jobs, to one caller at a time, so that a renewal does not wait for users'
   * requests.
   */
  readonly useForJobs: Use;
  /** Opens a separate connection, by default without limits. @throws NoConnectionError once all are closed */
  openClient(limits?: SessionLimits): Promise<Client>;
  figures(): Pick<ClusterFigures, "connections" | "refusedConnections">;
  /** Waits for running work, then closes all connections. */
  close(): Promise<void>;
}

/** How to connect. */
export interface ConnectionsOptions extends FailureListeners {
  readonly config: PoolConfig;
  readonly servers: Servers;
  /** Whether a service connects; each of its connections then takes the service lock. */
  readonly isService: boolean;
}

/** How long a probe waits for a lock, in milliseconds. */
const probeLockMs = 1_500;

/** Fails if a table of computers or keys is locked altogether or missing. */
const readProbe = `
  begin read only;
  set local lock_timeout = ${probeLockMs};
  select from computers limit 1;
  select from api_keys limit 1;
  rollback`;

/**
 * Fails if the database is read-only, a table is locked for writes or missing, or the disk is full. For the latter, the
 * rows exceed `work_mem` and so go to a temporary file, unless `temp_file_limit` is too small: a small write might
 * still fit on a full disk.
 */
const writeProbe = `
  begin;
  set local lock_timeout = ${probeLockMs};
  set local work_mem = 64;
  select count(*) from generate_series(1,
    case when pg_size_bytes(current_setting('temp_file_limit')) between 0 and 1000000 then 0 else 5000 end);
  update computers set id = id where false;
  update jobs set attempt = attempt where false;
  update api_keys set id = id where false;
  rollback`;

/** Limits for claims, which are renewed in time or lost, so nothing waits long for them. */
const jobLimits: PoolConfig = {
  max: 1,
  connectionTimeoutMillis: 2_000,
  lock_timeout: 1_500,
  statement_timeout: 2_000,
  query_timeout: 2_500,
};

/** For what may take long, such as a migration. */
export const noLimits: SessionLimits = {
  statement_timeout: 0,
  lock_timeout: 0,
  query_timeout: 0,
  transaction_timeout: 0,
};

/** Limits for the probe. */
const probeLimits: SessionLimits = { connectionTimeoutMillis: 1_000, query_timeout: 2_000 };

/** How long this process requests no more connections after the server refused one, in milliseconds. */
const noGrowthMs = 10_000;

/** Makes the connections, which are opened on demand. */
export function openConnections(options: ConnectionsOptions): Connections {
  const { config, servers, isService, onReadsChange, onWritesChange } = options;
  const { NodeClient, connectToAny } = createNodeClients(servers, isService);
  const pool = new pg.Pool({ ...config, Client: NodeClient });
  const jobPool = new pg.Pool({ ...config, ...jobLimits, Client: NodeClient });
  const maxConnections = pool.options.max;
  const clients = new Set<Client>();
  const health = watchHealth({
    probeReads: () => probe(readProbe),
    probeWrites: () => probe(writeProbe),
    refusal: () => commits.refusal()?.message,
    onReadsChange,
    onWritesChange,
  });
  const commits = watchCommits({
    use: (work) =>
      use(work).catch((error: unknown) => {
        health.failed(error);
        throw error;
      }),
    onChange: health.refuses,
  });
  pool.on("error", (error) => {
    if (!isIdleEnd(error)) health.failed(error);
  });
  // The next claim opens a new connection, and reports if that fails.
  jobPool.on("error", () => {});

  let growAgain: NodeJS.Timeout | undefined;
  let closing: Promise<unknown> | undefined;
  let refusedConnections = 0;

  /** Waits for one of the open connections if the server refuses further ones. */
  async function connect(): Promise<PoolClient> {
    for (let refusals = 0; ; refusals++) {
      try {
        return await connectToAny(() => pool.connect());
      } catch (error) {
        if (isConnectionLimit(error)) refusedConnections += 1;
        const canWait = isConnectionLimit(error) && pool.totalCount > 0 && refusals <= maxConnections;
        if (!canWait) throw new NoConnectionError(error);
        pool.options.max = pool.totalCount;
        clearTimeout(growAgain);
        growAgain = setTimeout(() => {
          pool.options.max = maxConnections;
        }, noGrowthMs).unref();
      }
    }
  }

  /** Takes one of the other connections if the server refuses one for jobs. */
  async function connectForJobs(): Promise<PoolClient> {
    try {
      return await connectToAny(() => jobPool.connect());
    } catch (error) {
      if (isConnectionLimit(error)) return connect();
      throw new NoConnectionError(error);
    }
  }

  const use: Use = async (work) => lend(await connect(), work);

  async function lend<Result>(
    client: PoolClient,
    work: (client: ClientBase) => Promise<Result>,
  ): Promise<Result> {
    let isLost = false;
    try {
      return await work(client);
    } catch (error) {
      isLost = isConnectionLost(error) || (isReadOnly(error) && (await isUnusable(client)));
      throw error;
    } finally {
      // The next user of the connection must not be inside this user's transaction.
      client.release(isLost || client.getTransactionStatus() !== "I");
    }
  }

  /** Whether a server that refused a write is to be left: it is a standby now, or the URL asks for one that takes writes. */
  async function isUnusable(client: ClientBase): Promise<boolean> {
    if (servers.mustTakeWrites) return true;
    const asked = client.query("select pg_is_in_recovery() as is_standby");
    return asked.then(
      ({ rows }) => rows[0].is_standby,
      () => true,
    );
  }

  async function openClient(limits: SessionLimits = noLimits): Promise<Client> {
    return connectToAny(() => {
      if (closing !== undefined) throw new NoConnectionError(new Error(closed));
      const client = new NodeClient({ ...config, ...limits });
      client.once("end", () => clients.delete(client));
      clients.add(client);
      return client.connect();
    });
  }

  /**
   * Probes on a connection of its own, so that it does not wait for callers; on one of theirs if it gets none. It keeps
   * none, which would take a session of a pooler.
   */
  async function probe(text: string): Promise<void> {
    const client = await openClient(probeLimits).catch(() => undefined);
    if (client === undefined) return void (await use((other) => other.query(text)));
    try {
      await client.query(text);
    } finally {
      void client.end();
    }
  }

  async function run(query: NamedQuery, values: readonly unknown[]) {
    const config: QueryArrayConfig = { ...query, values: values as unknown[], rowMode: "array" };
    return use((client) => client.query(config));
  }

  async function runRepeatedly(query: NamedQuery, values: readonly unknown[]) {
    const giveUpAt = performance.now() + repeatLimitMs;
    for (let attempt = 1; ; attempt++) {
      try {
        return await run(query, values);
      } catch (error) {
        const canRepeat = isConnectionLost(error) && attempt < maxAttempts && performance.now() < giveUpAt;
        if (!canRepeat) throw error;
      }
    }
  }

  /** Runs some work and reports its outcome to the health check. */
  async function watched<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      const result = await work();
      health.succeeded();
      return result;
    } catch (error) {
      // While a commit waits, failures have that cause; the watch notices an outage.
      health.failed(commits.refusal() ?? error);
      throw error;
    }
  }

  return {
    health,
    commits,
    async read<Row extends readonly unknown[]>(query: NamedQuery, values: readonly unknown[]) {
      try {
        const { rows } = await watched(() => runRepeatedly(query, values));
        return rows as unknown as readonly Row[];
      } catch (error) {
        throw asStorageError(error);
      }
    },
    use: (work) => watched(() => use(work)),
    useForJobs: async (work) => lend(await connectForJobs(), work),
    openClient,
    figures: () => ({
      connections: { open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount },
      refusedConnections,
    }),
    async close() {
      health.stop();
      commits.stop();
      clearTimeout(growAgain);
      closing ??= Promise.all([pool.end(), jobPool.end(), ...[...clients].map((client) => client.end())]);
      await closing;
    },
  };
}
