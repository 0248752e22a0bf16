import type { Client, ClientBase, ClientConfig } from "pg";
import { createTurns } from "../../../computers/turns.ts";
import type { Connections } from "./connections.ts";
import { isConnectionLimit, isConnectionLost } from "./error.ts";

/** A claim is renewed in time or lost, so nothing here waits for long. */
const limits: ClientConfig = {
  connectionTimeoutMillis: 2_000,
  statement_timeout: 2_000,
  query_timeout: 2_500,
};

/** A connection for claims: a renewal does not wait behind the requests of users. */
export interface JobConnection {
  /** Lends it to one at a time, or a connection of the requests where the server gives no further one. */
  use<Result>(work: (client: ClientBase) => Promise<Result>): Promise<Result>;
  close(): void;
}

/** Makes the connection, which is opened when it is needed. */
export function openJobConnection({
  openClient,
  use,
}: Pick<Connections, "openClient" | "use">): JobConnection {
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
    close() {
      opening?.then((client) => client.end()).catch(() => {});
    },
  };
}
