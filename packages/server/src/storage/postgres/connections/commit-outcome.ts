import { setTimeout as wait } from "node:timers/promises";
import type { ClientBase } from "pg";
import { StorageError } from "../../../computers/store-errors.ts";
import type { Connections } from "./connections.ts";

/**
 * How long to ask for the outcome of a commit, in milliseconds: longer than PostgreSQL keeps an idle transaction of a
 * silent node.
 */
const askLimitMs = 5_000;
/** The pause between two queries, in milliseconds. */
const pauseMs = 100;

/** A run of a server, between two crashes. */
interface ServerRun {
  /** Identifies the database system; all its copies have the same. */
  readonly system: string;
  readonly run: string;
}

/** A transaction whose commit was sent. */
export interface SentTransaction {
  readonly id: string;
  /** Absent if the server does not say. */
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

/** A crash that the server's first process survives resets the statistics; after it, a transaction ID may be reused. */
const serverRun = `
  system_identifier::text as system, concat(pg_postmaster_start_time(), ' ', stats_reset) as run`;

const identifyQuery = {
  name: "identify-server",
  text: `select ${serverRun} from pg_control_system(), pg_stat_bgwriter`,
};

const runs = new WeakMap<ClientBase, Promise<ServerRun | undefined>>();

/** Identifies the server of a connection, once. Not inside a transaction, which a refusal would end. */
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
 * A transaction that returns once it, and with it every earlier commit, is synced and replicated. It is only sent when
 * the status is "committed"; before that it would wait for the same standby, in one more session.
 */
const syncQuery = "select pg_logical_emit_message(true, 'compute_host', '')";

/**
 * Asks the database for the outcome of a commit whose connection broke. After a crash, a failover or a restart,
 * "committed" may refer to a later transaction with the same ID. "aborted" is still true: an ID is only reused if its
 * first transaction was lost.
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
 * Asks for the outcome if an error leaves it unknown.
 *
 * @returns what the transaction resolves to, if it was committed.
 * @throws the cause of the error if the transaction was aborted; the error itself if it is any other error, or if the
 * outcome stays unknown.
 */
export async function resolveLostCommit(connections: Connections, error: unknown): Promise<unknown> {
  if (!(error instanceof LostCommitError)) throw error;
  const outcome = await outcomeOf(connections, error.transaction);
  if (outcome === "committed") return error.result;
  if (outcome === "aborted") throw error.cause;
  // If a standby that is away keeps the outcome open, the message says so.
  const refusal = connections.commits.refusal();
  if (refusal === undefined) throw error;
  const message = `the outcome of a commit is not known: ${refusal.message}`;
  throw new StorageError(message, { isUnprocessed: false, cause: error });
}
