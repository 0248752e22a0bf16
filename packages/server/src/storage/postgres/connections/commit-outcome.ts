import { setTimeout as wait } from "node:timers/promises";
import type { ClientBase } from "pg";
import { StorageError } from "../../../computers/store-errors.ts";
import type { Connections } from "./connections.ts";

/** How long the outcome of a commit is asked for, in milliseconds: longer than PostgreSQL keeps a transaction whose node says nothing. */
const askLimitMs = 5_000;
/** Pause before the next question, in milliseconds. */
const pauseMs = 100;

/** A server, between two crashes. */
interface ServerRun {
  /** The same for all copies of a database. */
  readonly system: string;
  readonly run: string;
}

/** A transaction whose commit was sent. */
export interface SentTransaction {
  readonly id: string;
  /** Absent if the server does not tell. */
  readonly server: ServerRun | undefined;
}

/** The connection broke before the result of a commit arrived. */
export class LostCommitError extends StorageError {
  readonly transaction: SentTransaction;
  /** What the transaction resolves to if it was committed. */
  readonly result: unknown;

  constructor({ message, cause }: StorageError, transaction: SentTransaction, result: unknown) {
    super(message, { isUnprocessed: false, cause });
    this.transaction = transaction;
    this.result = result;
  }
}

/** A crash that the first process survives resets the statistics, and a transaction ID may then be given out again. */
const serverRun = `
  system_identifier::text as system, concat(pg_postmaster_start_time(), ' ', stats_reset) as run`;

const identifyQuery = {
  name: "identify-server",
  text: `select ${serverRun} from pg_control_system(), pg_stat_bgwriter`,
};

const runs = new WeakMap<ClientBase, Promise<ServerRun | undefined>>();

/** Asks the server of a connection who it is, once. Not for a transaction: a refusal would end it. */
export function identifyServer(client: ClientBase): Promise<ServerRun | undefined> {
  const known = runs.get(client);
  if (known !== undefined) return known;
  const asked = client.query<ServerRun>(identifyQuery).then(
    ({ rows }) => rows[0],
    () => undefined,
  );
  runs.set(client, asked);
  return asked;
}

interface Outcome extends ServerRun {
  readonly status: string | null;
}

const outcomeQuery = {
  name: "ask-outcome",
  text: `select pg_xact_status($1::xid8) as status, ${serverRun} from pg_control_system(), pg_stat_bgwriter`,
};

/**
 * A transaction that returns when it is synced and replicated, and with it every earlier commit. Not sent before the status is
 * "committed": it could only wait for the same standby, in one more session.
 */
const syncQuery = "select pg_logical_emit_message(true, 'compute_host', '')";

/**
 * Asks the database what became of a commit whose connection broke. After a crash, a failover or a restart, "committed" may be said
 * of a later transaction with the same ID. "aborted" is true all the same: an ID is only given out again if its first transaction was
 * lost.
 */
export async function outcomeOf(
  { use }: Pick<Connections, "use">,
  { id, server }: SentTransaction,
): Promise<"committed" | "aborted" | "unknown"> {
  for (const startedAt = performance.now(); performance.now() - startedAt < askLimitMs; await wait(pauseMs)) {
    const row = await use(async (client) => {
      const { rows } = await client.query<Outcome>({ ...outcomeQuery, values: [id] });
      if (rows[0]?.status === "committed") await client.query(syncQuery);
      return rows[0];
    }).catch(() => undefined);
    if (row === undefined || row.status === "in progress") continue;
    if (row.system !== server?.system) return "unknown";
    if (row.status === "committed") return row.run === server.run ? "committed" : "unknown";
    return row.status === "aborted" ? "aborted" : "unknown";
  }
  return "unknown";
}

/**
 * Asks for the outcome if an error leaves it open.
 *
 * @returns what the transaction resolves to, if it was committed.
 * @throws the cause of the error if the transaction was aborted; the error if it is about anything else, or if the outcome stays
 * unknown.
 */
export async function resolveLostCommit(connections: Connections, error: unknown): Promise<unknown> {
  if (!(error instanceof LostCommitError)) throw error;
  const outcome = await outcomeOf(connections, error.transaction);
  if (outcome === "committed") return error.result;
  if (outcome === "aborted") throw error.cause;
  // A standby that is away keeps the outcome open: then the message says so.
  const refusal = connections.commits.refusal();
  if (refusal === undefined) throw error;
  const message = `the outcome of a commit is not known: ${refusal.message}`;
  throw new StorageError(message, { isUnprocessed: false, cause: error });
}
