import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { StorageError } from "../../computers/store-errors.ts";
import type { Engine, Plan, Query, Row, Step, TextRow } from "../engine.ts";
import type { Sql } from "../sql.ts";
import { IdleCheckpoints } from "./checkpoints.ts";
import {
  asStorageError,
  describeSqliteError,
  isConstraintViolation,
  isFailure,
  isInUse,
  isRetryable,
  isUnreadable,
} from "./file/error.ts";
import type { Health } from "./file/health.ts";
import { createPlanGroups, type PlansOf } from "./plan-group.ts";
import { statementsOf } from "./statements.ts";

/** How long writes wait while another process has the database locked, and how often they retry, in milliseconds. */
const busyLimitMs = 5_000;
const busyPauseMs = 5;

/** The SQLite engine. A read and a transaction take one turn of the event loop each. */
export interface SqliteEngine extends Engine {
  figures(): { readonly commits: number; readonly commitSeconds: number };
  /** Takes no more checkpoints. */
  stop(): void;
}

/** Makes the engine of an open database. */
export function createSqliteEngine(database: DatabaseSync, health: Health): SqliteEngine {
  const statements = statementsOf(database);
  const { prepare, prepareEach, prepareRows, run } = statements;
  const groups = createPlanGroups(database, health, statements);
  const checkpoints = new IdleCheckpoints(database, health);
  let commits = 0;
  let commitSeconds = 0;
  /** When another process was first found to have the database locked. */
  let busySince: number | undefined;

  function read<Found extends Row>(sql: Sql) {
    const statement = prepareRows(sql);
    return async (values: readonly SQLInputValue[]) =>
      health.reading(() => statement.all(...values) as unknown as readonly Found[]);
  }

  /**
   * Retries while another process has the database locked, without blocking other requests as SQLite's own waiting
   * would. The limit counts from the first group that had to wait, so that later groups do not wait that long again.
   */
  async function commitAll(plans: PlansOf): Promise<void> {
    for (;;) {
      const startedAt = performance.now();
      try {
        const tells = groups.commit(plans);
        busySince = undefined;
        commits += 1;
        commitSeconds += (performance.now() - startedAt) / 1000;
        checkpoints.committed();
        for (const tell of tells) tell();
        return;
      } catch (cause) {
        busySince = isInUse(cause) ? (busySince ?? startedAt) : undefined;
        if (busySince === undefined || startedAt - busySince > busyLimitMs) throw rolledBack(cause);
        if (database.isTransaction) database.exec("rollback");
      }
      await wait(busyPauseMs);
    }
  }

  function rolledBack(cause: unknown): unknown {
    let isUnprocessed = cause instanceof StorageError ? cause.isUnprocessed : isRetryable(cause);
    try {
      if (database.isTransaction) database.exec("rollback");
    } catch {
      isUnprocessed = false;
    }
    if (isConstraintViolation(cause)) return cause;
    health.failed(cause);
    return new StorageError(describeSqliteError(cause), { isUnprocessed, cause });
  }

  async function transaction<Result>(plan: Plan<Result>): Promise<Result> {
    let outcome: unknown;
    await commitAll(function* () {
      outcome = yield plan;
    });
    return outcome as Result;
  }

  async function longTransaction<Part>(
    parts: AsyncIterable<Part>,
    begin: () => (part: Part) => Step,
  ): Promise<void> {
    const all: Part[] = [];
    for await (const part of parts) all.push(part);
    let refusal: unknown;
    await commitAll(function* () {
      try {
        yield {
          reads: [],
          decide() {
            const stepOf = begin();
            for (const part of all) runStep(stepOf(part));
            return { writes: [], result: undefined };
          },
        };
      } catch (error) {
        // What a step threw is no failure of the database.
        if (isFailure(error)) throw error;
        refusal = error;
      }
    });
    if (refusal !== undefined) throw refusal;
  }

  function runStep(queries: Step): void {
    for (let next = queries.next(); !next.done; ) next = queries.next(run(next.value));
  }

  return {
    maxGroups: 1,
    hasNodes: false,
    rewritesIndexes: true,
    prepare,
    prepareEach,
    read,
    readTexts: <Text extends string>(sql: Sql) => read<TextRow<Text>>(sql),
    find<Found extends Row>(sql: Sql) {
      const statement = prepareRows(sql);
      return async (key: string) => health.reading(() => statement.get(key) as unknown as Found | undefined);
    },
    transaction,
    longTransaction,
    jobTransaction: transaction,
    jobRead: async <Found extends Row>(query: Query) => health.reading(() => run(query) as readonly Found[]),
    commitAll,
    conflictOf(error) {
      if (!isConstraintViolation(error)) return undefined;
      // For example "UNIQUE constraint failed: computers.owner_id, computers.host_id".
      return /\.(\w+?)(?:_id)?$/.exec((error as Error).message)?.[1] ?? "";
    },
    kindOf: (error) => (isUnreadable(error) ? "unreadable" : undefined),
    asStorageError,
    figures: () => ({ commits, commitSeconds }),
    stop: () => checkpoints.stop(),
  };
}
