import type { Client, ClientBase } from "pg";
import { brokenByPooler, isServerError } from "./error.ts";

/**
 * Fails behind a pooler that pools by transaction: between two transactions, such a pooler lends the session to other
 * clients, which would get its limits and prepared statements.
 *
 * @throws UnusableDatabaseError
 */
export async function assertOwnSession(client: ClientBase, openClient: () => Promise<Client>): Promise<void> {
  const first = await backendOf(client);
  // Only a pooler makes up its own process ID when a connection starts.
  if (first === (client as unknown as { readonly processID: number }).processID) return;
  // Some poolers give each transaction the next session, others the session that was returned last.
  const second = await backendOf(client);
  if (first !== second || (await backendInTransaction(openClient)) === first) {
    throw brokenByPooler("its sessions are shared by transaction", "pool_mode = session");
  }
}

async function backendOf(client: ClientBase): Promise<number> {
  return (await client.query("select pg_backend_pid() as pid")).rows[0].pid;
}

async function backendInTransaction(openClient: () => Promise<Client>): Promise<number> {
  const other = await openClient();
  try {
    await other.query("begin").catch((error: unknown) => {
      throw isServerError(error) ? brokenByPooler("it refuses transactions", "pool_mode = session") : error;
    });
    return await backendOf(other);
  } finally {
    await other.end();
  }
}
