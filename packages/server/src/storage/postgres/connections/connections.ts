import pg, {
  type Client,
  type ClientBase,
  type ClientConfig,
  type PoolClient,
  type PoolConfig,
  type QueryArrayConfig,
} from "pg";
import type { ClusterFigures } from "../../../computers/cluster.ts";
import { repeatLimitMs } from "../../groups/group-commit.ts";
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
import { createNodeClients, type Servers } from "./node-client.ts";
import type { Use } from "./transaction.ts";

/** A query whose text is prepared once on each connection, under its name. */
export interface NamedQuery {
  readonly name: string;
  readonly text: string;
  /** Whether its columns, all texts, come in binary: a list then takes PostgreSQL 11 to 25 % less CPU time, a GET the same. */
  readonly binary?: boolean;
}

/** The connections of a database. */
export interface Connections {
  readonly health: Health;
  /** Runs whatever commits. */
  readonly commits: CommitWatch;
  /** Reads rows as arrays. A read whose connection broke is repeated once. @throws StorageError */
  read<Row extends readonly unknown[]>(
    query: NamedQuery,
    values: readonly unknown[],
  ): Promise<readonly Row[]>;
  /** Lends a connection to some work; a connection that breaks meanwhile is discarded. */
  readonly use: Use;
  /** Lends the connection for claims of jobs to one at a time: a renewal does not wait behind the requests of users. */
  readonly useForJobs: Use;
  /** Opens a connection of its own, without limits unless they are given. @throws NoConnectionError once all are closed */
  openClient(limits?: ClientConfig): Promise<Client>;
  figures(): Pick<ClusterFigures, "connections" | "refusedConnections">;
  /** Waits for running work, and closes all connections. */
  close(): Promise<void>;
}

/** How to connect. */
export interface ConnectionsOptions {
  readonly config: PoolConfig;
  readonly servers: Servers;
  /** Whether a service connects: each of its connections then takes the lock of services. */
  readonly isService: boolean;
  readonly onStateChange?: ((failure: string | undefined) => void) | undefined;
  /** Is called when writes begin to be refused, with the reason, and when they no longer are, with `undefined`. */
  readonly onRefusalChange?: ((reason: string | undefined) => void) | undefined;
}

/**
 * Fails if the database takes no writes, a table is locked or missing, or the disk is full: the rows exceed `work_mem`, and so go to a
 * temporary file, unless `temp_file_limit` is too small for it. A small write may still fit into a full disk.
 */
const probe = `
  begin;
  set local lock_timeout = 1500;
  set local work_mem = 64;
  select count(*) from generate_series(1,
    case when pg_size_bytes(current_setting('temp_file_limit')) between 0 and 1000000 then 0 else 5000 end);
  update computers set id = id where false;
  update jobs set attempt = attempt where false;
  update api_keys set id = id where false;
  rollback`;

/** A claim is renewed in time or lost, so nothing of it waits for long. */
const jobLimits: PoolConfig = {
  max: 1,
  connectionTimeoutMillis: 2_000,
  lock_timeout: 1_500,
  statement_timeout: 2_000,
  query_timeout: 2_500,
};

/** How long this process requests no further connections after the server refused one, in milliseconds. */
const noGrowthMs = 10_000;

/** Makes the connections, which are opened as they are needed. */
export function openConnections(options: ConnectionsOptions): Connections {
  const { config, servers, isService, onStateChange, onRefusalChange = () => {} } = options;
  const { NodeClient, connectToAny } = createNodeClients(servers, isService);
  const pool = new pg.Pool({ ...config, Client: NodeClient });
  const jobPool = new pg.Pool({ ...config, ...jobLimits, Client: NodeClient });
  const maxConnections = pool.options.max;
  const clients = new Set<Client>();
  const health = watchHealth({
    probe: () => use((client) => client.query(probe)),
    onStateChange,
  });
  const commits = watchCommits({
    use: (work) =>
      use(work).catch((error: unknown) => {
        health.failed(error);
        throw error;
      }),
    onChange: onRefusalChange,
  });
  pool.on("error", (error) => {
    if (!isIdleEnd(error)) health.failed(error);
  });
  // The next claim opens another one, and tells if that fails.
  jobPool.on("error", () => {});

  let growAgain: NodeJS.Timeout | undefined;
  let closing: Promise<unknown> | undefined;
  let refusedConnections = 0;

  /** Waits for one of the open connections where the server gives no further one. */
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

  /** Takes one of the others where the server gives none for jobs. */
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
      isLost = isConnectionLost(error) || (servers.mustTakeWrites && isReadOnly(error));
      throw error;
    } finally {
      // The next user of the connection must not end up in this one's transaction.
      client.release(isLost || client.getTransactionStatus() !== "I");
    }
  }

  async function openClient(
    limits: ClientConfig = { statement_timeout: 0, lock_timeout: 0, query_timeout: 0 },
  ): Promise<Client> {
    return connectToAny(() => {
      if (closing !== undefined) throw new NoConnectionError(new Error(closed));
      const client = new NodeClient({ ...config, ...limits });
      client.once("end", () => clients.delete(client));
      clients.add(client);
      return client.connect();
    });
  }

  async function run(query: NamedQuery, values: readonly unknown[]) {
    const config: QueryArrayConfig = { ...query, values: values as unknown[], rowMode: "array" };
    return use((client) => client.query(config));
  }

  /** Reports the outcome of some work to the health check. */
  async function watched<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      const result = await work();
      health.succeeded();
      return result;
    } catch (error) {
      // What fails while a commit waits does so because of that; an outage is noticed by the watch.
      health.failed(commits.refusal() ?? error);
      throw error;
    }
  }

  return {
    health,
    commits,
    async read<Row extends readonly unknown[]>(query: NamedQuery, values: readonly unknown[]) {
      const giveUpAt = performance.now() + repeatLimitMs;
      try {
        const { rows } = await watched(() =>
          run(query, values).catch((error: unknown) => {
            if (isConnectionLost(error) && performance.now() < giveUpAt) return run(query, values);
            throw error;
          }),
        );
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
