import type { Client, ClientBase, ClientConfig } from "pg";
import { createTurns } from "../../computers/turns.ts";
import type { Connections, NamedQuery } from "./connections.ts";
import { asStorageError, isConnectionLimit, isConnectionLost } from "./postgres-error.ts";

/** A claim is renewed in time or lost, so nothing here waits for long. */
const limits: ClientConfig = {
  connectionTimeoutMillis: 2_000,
  statement_timeout: 2_000,
  query_timeout: 2_500,
};

/** A connection for claims: a renewal does not wait behind the requests of users. */
export interface JobConnection {
  /** Uses a connection of the requests where the server gives no further one. @throws StorageError */
  query<Row extends unknown[]>(query: NamedQuery, values: readonly unknown[]): Promise<Row[]>;
  /** Lends the connection, to one at a time. */
  use<Result>(work: (client: ClientBase) => Promise<Result>): Promise<Result>;
  close(): void;
}

/** Makes the connection, which is opened when it is needed. */
export function openJobConnection({
  openClient,
  use,
  commits,
}: Pick<Connections, "openClient" | "use" | "commits">): JobConnection {
  let opening: Promise<Client> | undefined;

  function connect(): Promise<Client> {
    opening ??= open();
    return opening;
  }

  async function open(): Promise<Client> {
    const onLost = () => {
      opening = undefined;
    };
    const client = await openClient(limits).catch((error: unknown) => {
      onLost();
      throw error;
    });
    client.once("end", onLost);
    return client;
  }

  const turns = createTurns(1);

  return {
    async use(work) {
      const endTurn = await turns.take("");
      let client: Client | undefined;
      try {
        client = await connect().catch((error: unknown) => {
          if (!isConnectionLimit(error)) throw error;
          return undefined;
        });
        return await (client === undefined ? use(work) : work(client));
      } catch (error) {
        // A connection that did not respond in time may be dead.
        if (isConnectionLost(error)) await client?.end().catch(() => {});
        throw error;
      } finally {
        endTurn();
      }
    },
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
    close() {
      opening?.then((client) => client.end()).catch(() => {});
    },
  };
}
