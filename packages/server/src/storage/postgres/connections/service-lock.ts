import { setTimeout as wait } from "node:timers/promises";
import type { Client } from "pg";
import { inUseBy } from "./error.ts";

/** The service lock, among the advisory locks of a database: the first bytes of "compute-host", and a number. */
const [firstKey, secondKey] = [1668246896, 1];

/**
 * SQL with which a service's connection takes the lock, shared with those of other nodes, until it ends; false while a
 * command has it exclusively.
 */
export const shareServiceLock = `pg_try_advisory_lock_shared(${firstKey}, ${secondKey})`;

/** How long the sessions of a stopped service may take to end, in milliseconds. */
const patienceMs = 2_000;
const pauseMs = 50;

const lockQuery = `
  select pg_try_advisory_lock(${firstKey}, ${secondKey}) as is_taken, (
    select string_agg(distinct application_name, ', ')
    from pg_catalog.pg_locks join pg_catalog.pg_stat_activity using (pid)
    where locktype = 'advisory' and classid = ${firstKey} and objid = ${secondKey} and datname = current_database()
  ) as holders`;

/**
 * Locks the database until the connection ends, for a command that needs every service stopped. A service has the lock
 * on each of its connections, so neither a node that starts nor one that comes back can write.
 *
 * @throws UnusableDatabaseError while a service or another such command is connected.
 */
export async function lockForCommand(client: Client): Promise<void> {
  // If the server ended the session for idleness, the lock would be lost.
  await client.query("set idle_session_timeout = 0");
  for (const startedAt = performance.now(); ; await wait(pauseMs)) {
    const { is_taken: isTaken, holders } = (await client.query(lockQuery)).rows[0];
    if (isTaken) return;
    if (performance.now() - startedAt > patienceMs) throw inUseBy(holders ?? undefined);
  }
}
