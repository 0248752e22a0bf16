import { hash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { ClientBase } from "pg";
import { StorageError } from "../../computers/store-errors.ts";
import { createTurns } from "../../computers/turns.ts";
import { isStorable } from "../database-text.ts";
import type { Engine, Plan, Query, Row, Step, TextRow } from "../engine.ts";
import { bindForPostgres, type Sql, textFor, transactionId } from "../sql.ts";
import { identifyServer, LostCommitError, resolveLostCommit } from "./connections/commit-outcome.ts";
import { type Connections, type NamedQuery, noLimits } from "./connections/connections.ts";
import {
  asStorageError,
  isCollision,
  isConnectionLost,
  isLockTimeout,
  isTimeout,
  violatedIndex,
} from "./connections/error.ts";
import { gatherReads } from "./connections/gather-reads.ts";
import type { SessionLimits } from "./connections/node-client.ts";
import { sessionEndOf } from "./connections/session-end.ts";
import { allSettled, inTransaction, send, type Use } from "./connections/transaction.ts";

/** How many groups of writes may be in flight: while one waits for a lock or the disk, another continues. */
const maxGroups = 2;
/**
 * How many lists are read at a time. More would not be faster, and would keep the rows of more half-read lists in
 * memory.
 */
const maxLists = 4;

/** Limits for long transactions: only a process that reads their parts too slowly, or was suspended, loses one. */
const longLimits: SessionLimits = {
  ...noLimits,
  idle_in_transaction_session_timeout: 60_000,
};

/** The PostgreSQL engine. Reads that arrive together share a query. */
export interface PostgresEngine extends Engine {
  figures(): { readonly commits: number; readonly commitSeconds: number };
}

/** A statement as PostgreSQL prepares it, by a name that identifies its text. */
interface Prepared extends NamedQuery {
  readonly valueCount: number;
}

function prepared(sql: Sql): Prepared {
  const bound = bindForPostgres(textFor("postgres", sql));
  return { ...bound, name: hash("md5", bound.text) };
}

/** Makes the engine of a database. */
export function createPostgresEngine(connections: Connections): PostgresEngine {
  const { commits } = connections;
  const turns = createTurns(maxLists);
  let committed = 0;
  let commitSeconds = 0;

  function read<Found extends Row>(query: NamedQuery) {
    return (values: readonly unknown[]) => connections.read<Found>(query, values);
  }

  /** Runs a plan in a transaction. @throws the error of the database, or LostCommitError */
  async function attempt<Result>(plan: Plan<Result>, use: Use): Promise<Result> {
    const startedAt = performance.now();
    const result = await commits
      .run(() => use((client) => runPlan(client, plan)))
      .catch((error: unknown) => resolveLostCommit(connections, error) as Promise<Result>);
    committed += 1;
    commitSeconds += (performance.now() - startedAt) / 1000;
    return result;
  }

  async function transaction<Result>(plan: Plan<Result>, use: Use): Promise<Result> {
    try {
      return await attempt(plan, use);
    } catch (error) {
      throw asStorageError(error);
    }
  }

  async function longTransaction<Part>(
    parts: AsyncIterable<Part>,
    begin: () => (part: Part) => Step,
  ): Promise<void> {
    const client = await connections.openClient(longLimits).catch((error: unknown) => {
      throw asStorageError(error);
    });
    const ask = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      // A long statement would fail before the server's messages are read; two turns of the event loop read them.
      await nextTurn();
      await nextTurn();
      return work().catch((error: unknown) => {
        throw asStorageError(isConnectionLost(error) ? sessionEndOf(client, error) : error);
      });
    };
    try {
      await ask(() => commits.run(() => client.query("begin")));
      const stepOf = begin();
      for await (const part of parts) {
        const queries = stepOf(part);
        for (let next = queries.next(); !next.done; ) {
          const query = next.value;
          next = queries.next((await ask(() => run(client, query))).rows);
        }
      }
      await ask(() => commits.run(() => send(client, [])));
    } finally {
      // Without a commit, this rolls back.
      await client.end();
    }
  }

  const lockedAmong = prepared(`
    with free as (select id from computers where id = any(?1) for update skip locked),
      free_jobs as (select computer_id from jobs where computer_id = any(?1) for update skip locked)
    select id from computers where id = any(?1) and id not in (select id from free)
    union
    select computer_id from jobs
    where computer_id = any(?1) and computer_id not in (select computer_id from free_jobs)`);

  return {
    maxGroups,
    hasNodes: true,
    rewritesIndexes: false,
    prepare(sql) {
      const statement = prepared(sql);
      return (values) => ({ statement, values });
    },
    prepareEach(sql) {
      const statement = prepared(sql);
      const indexes = Array.from({ length: statement.valueCount }, (_, index) => index);
      return (rows) => ({ statement, values: indexes.map((index) => rows.map((row) => row[index])) });
    },
    read: <Found extends Row>(sql: Sql) => read<Found>(prepared(sql)),
    readTexts<Text extends string>(sql: Sql) {
      const query = read<TextRow<Text>>({ ...prepared(sql), binary: true });
      return async (values) => {
        const endTurn = await turns.take();
        try {
          return await query(values);
        } finally {
          endTurn();
        }
      };
    },
    find<Found extends Row>(sql: Sql) {
      const query = read<Found>(prepared(sql));
      return gatherReads(async (keys) => {
        const rows = await query([keys.filter(isStorable)]);
        return new Map(rows.map((row) => [row[0] as string, row]));
      });
    },
    transaction: (plan) => transaction(plan, connections.use),
    longTransaction,
    jobTransaction: (plan) => transaction(plan, connections.useForJobs),
    jobRead: <Found extends Row>(query: Query) => {
      const plan = { reads: [query], decide: (result: readonly Found[] = []) => ({ writes: [], result }) };
      return transaction(plan, connections.useForJobs);
    },
    async commitAll(plans) {
      const parts = plans((tell) => tell());
      for (let part = parts.next(); !part.done; ) {
        part = await attempt(part.value, connections.use).then(
          (result) => parts.next(result),
          (error: unknown) => parts.throw(error),
        );
      }
    },
    conflictOf: (error) => violatedIndex(error)?.replace("computers_by_", ""),
    kindOf(error) {
      if (isCollision(error)) return "collision";
      if (isTimeout(error)) return "late";
      if (isLockTimeout(error)) return "locked";
      return isConnectionLost(error) && !isUnknown(error) ? "lost" : undefined;
    },
    asStorageError,
    otherSessions: {
      findLocked: (ids) => ({
        reads: [{ statement: lockedAmong, values: [ids.filter(isStorable)] }],
        decide: (rows = []) => ({ writes: [], result: rows.map(([id]) => id) }),
        // `skip locked` still waits for a lock on the whole table; if that fails, all computers count as locked.
        lockMs: 200,
      }),
      refusal: () => commits.refusal(),
      onRefusal: commits.onRefusal,
    },
    figures: () => ({ commits: committed, commitSeconds }),
  };
}

const run = (client: ClientBase, { statement, values }: Query) =>
  client.query<unknown[]>({ ...(statement as NamedQuery), values: values as unknown[], rowMode: "array" });

async function runPlan<Result>(client: ClientBase, plan: Plan<Result>): Promise<Result> {
  const { reads, decide, lockMs } = plan;
  const [server, , ...found] = await inTransaction(client, () =>
    allSettled([
      identifyServer(client),
      client.query(lockMs === undefined ? "begin" : `begin; set local lock_timeout = ${lockMs}`),
      ...reads.map((query) => run(client, query)),
    ]),
  );
  const { writes, result } = decide(...found.map(({ rows }) => rows));
  const sent = writes.map(({ statement, values }) => ({ ...(statement as NamedQuery), values }));
  await send(client, sent).catch((error: unknown) => {
    if (!isUnknown(error)) throw error;
    if (writes.length === 0) throw error.cause;
    const tellsId = (reads[0]?.statement as NamedQuery | undefined)?.text.includes(transactionId);
    const id = tellsId ? found[0]?.rows[0]?.at(-1) : undefined;
    if (typeof id !== "string") throw error;
    throw new LostCommitError(error, { id, server }, result);
  });
  return result;
}

function isUnknown(error: unknown): error is StorageError {
  return error instanceof StorageError && !error.isUnprocessed;
}
