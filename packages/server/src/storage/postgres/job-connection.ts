import type { Client, ClientBase, ClientConfig } from "pg";
import type { Connections, NamedQuery } from "./connections.ts";
import { asStorageError, isConnectionLimit, isConnectionLost } from "./postgres-error.ts";

/** The message on this channel: empty if there may be a job to claim, otherwise the computer whose claimed job was replaced. */
export const jobChannel = "compute_host_jobs";

/** After how long a lost connection is opened again, in milliseconds. */
const reconnectMs = 500;

/** A claim is renewed in time or lost, so nothing here waits for long. */
const limits: ClientConfig = {
  connectionTimeoutMillis: 2_000,
  statement_timeout: 2_000,
  query_timeout: 2_500,
};

/** A connection for claims and notifications: a renewal does not wait behind the requests of users. */
export interface JobConnection {
  /** Uses a connection of the requests where the server gives no further one. @throws StorageError */
  query<Row extends unknown[]>(query: NamedQuery, values: readonly unknown[]): Promise<Row[]>;
  /** Listens from now on, across lost connections. Each new connection calls back too, because messages in between are lost. */
  listen(listener: (payload: string) => void): () => void;
  close(): void;
}

/** Makes the connection, which is opened when it is needed. */
export function openJobConnection({
  openClient,
  use,
  commits,
}: Pick<Connections, "openClient" | "use" | "commits">): JobConnection {
  const listeners = new Set<(payload: string) => void>();
  let opening: Promise<Client> | undefined;
  let reconnect: NodeJS.Timeout | undefined;
  let isClosed = false;

  function tell(payload = ""): void {
    for (const listener of listeners) listener(payload);
  }

  function connect(): Promise<Client> {
    opening ??= open();
    return opening;
  }

  async function open(): Promise<Client> {
    const client = await openClient(limits).catch((error: unknown) => {
      onLost();
      throw error;
    });
    client.once("end", onLost);
    client.on("notification", ({ payload }) => tell(payload));
    if (listeners.size > 0) await startListening(client);
    return client;
  }

  async function startListening(client: Client): Promise<void> {
    try {
      await client.query(`listen ${jobChannel}`);
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
    tell();
  }

  function onLost(): void {
    opening = undefined;
    if (isClosed || listeners.size === 0) return;
    clearTimeout(reconnect);
    reconnect = setTimeout(() => connect().catch(() => {}), reconnectMs).unref();
  }

  return {
    async query<Row extends unknown[]>(query: NamedQuery, values: readonly unknown[]) {
      const run = async (client: ClientBase) =>
        (await client.query<Row>({ ...query, values: values as unknown[], rowMode: "array" })).rows;
      let client: Client | undefined;
      try {
        client = await connect().catch((error: unknown) => {
          if (!isConnectionLimit(error)) throw error;
          return undefined;
        });
        const own = client;
        return await commits.run(() => (own === undefined ? use(run) : run(own)));
      } catch (error) {
        // A connection that did not respond in time may be dead.
        if (isConnectionLost(error)) await client?.end().catch(() => {});
        throw asStorageError(error);
      }
    },
    listen(listener) {
      listeners.add(listener);
      const listening = opening === undefined ? connect() : opening.then(startListening);
      listening.catch(() => {});
      return () => listeners.delete(listener);
    },
    close() {
      isClosed = true;
      clearTimeout(reconnect);
      listeners.clear();
      opening?.then((client) => client.end()).catch(() => {});
    },
  };
}
