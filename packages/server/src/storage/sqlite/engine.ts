import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { StorageError } from "../../computers/store-errors.ts";
import type { Engine, Plan, Plans, Query, Row, Step, TextRow } from "../engine.ts";
import { type Sql, textFor } from "../sql.ts";
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

/** How long writes must pause before the log is checkpointed, in milliseconds. */
const idleMs = 1_000;

/** How long writes wait while another process has the database locked, and how often they retry, in milliseconds. */
const busyLimitMs = 5_000;
const busyPauseMs = 5;

/** The SQLite engine. A read and a transaction take one turn of the event loop each. */
export interface SqliteEngine extends Engine {
  figures(): { readonly commits: number; readonly commitSeconds: number };
  /** Takes no more checkpoints. */
  stop(): void;
}

interface Prepared {
  readonly run: StatementSync;
  /** Whether it runs once per row. */
  readonly isEach: boolean;
}

/** Makes the engine of an open database. */
export function createSqliteEngine(database: DatabaseSync, health: Health): SqliteEngine {
  const [begin, commit] = [database.prepare("begin immediate"), database.prepare("commit")];
  const [savepoint, release] = [database.prepare("savepoint part"), database.prepare("release part")];
  let commits = 0;
  let commitSeconds = 0;
  let lastCommitAt = 0;
  let checkpoint: NodeJS.Timeout | undefined;
  /** When another process was first found to have the database locked. */
  let busySince: number | undefined;

  function prepareRows(sql: Sql): StatementSync {
    const statement = database.prepare(textFor("sqlite", sql));
    statement.setReturnArrays(true);
    return statement;
  }

  function read<Found extends Row>(sql: Sql) {
    const statement = prepareRows(sql);
    return async (values: readonly SQLInputValue[]) =>
      health.reading(() => statement.all(...values) as unknown as readonly Found[]);
  }

  function run({ statement, values }: Query): readonly Row[] {
    const { run, isEach } = statement as Prepared;
    if (!isEach) return run.all(...(values as SQLInputValue[])) as unknown as Row[];
    const rows: Row[] = [];
    for (const each of values as SQLInputValue[][]) rows.push(...(run.all(...each) as unknown as Row[]));
    return rows;
  }

  function beginTransaction(): void {
    begin.run();
    health.assertVersion();
  }

  /**
   * Runs a plan so that an error undoes all of it. The first plan of a transaction needs no savepoint, which would copy
   * each page that changes, and many pages into a file.
   */
  function runPlan({ reads, decide }: Plan<unknown>, isFirst: boolean): unknown {
    if (!isFirst) savepoint.run();
    try {
      const { writes, result } = decide(...reads.map(run));
      for (const query of writes) run(query);
      if (!isFirst) release.run();
      return result;
    } catch (error) {
      // On a full disk, SQLite may have rolled the whole transaction back.
      if (!database.isTransaction) throw error;
      database.exec(isFirst ? "rollback" : "rollback to part; release part");
      if (isFirst) beginTransaction();
      throw error;
    }
  }

  /**
   * Runs all plans in one transaction, and returns the callbacks to run after the commit.
   *
   * @param isSecond whether a page has been misread before; if that happens for the first time, `undefined` is
   * returned.
   */
  function runAll(
    plans: (afterCommit: (tell: () => void) => void) => Plans,
    isSecond = false,
  ): readonly (() => void)[] | undefined {
    health.endReads();
    health.assertInPlace();
    beginTransaction();
    const tells: (() => void)[] = [];
    let isEmpty = true;
    let failure: unknown;
    let failedReads: readonly Query[] = [];
    const parts = plans((tell) => void tells.push(tell));
    for (let part = parts.next(); !part.done; ) {
      let result: unknown;
      try {
        result = runPlan(part.value, isEmpty);
        isEmpty = false;
      } catch (error) {
        if (!isSecond && health.mayBeMisread(error)) return undefined;
        if (!database.isTransaction) throw error;
        if (isFailure(error)) {
          failure = error;
          failedReads = part.value.reads;
        }
        part = parts.throw(error);
        continue;
      }
      part = parts.next(result);
    }
    commit.run();
    // If the only part failed, a commit of nothing does not show that the disk takes writes.
    if (failure === undefined) health.committed();
    else health.failed(failure, () => failedReads.map(run));
    return tells;
  }

  function runAgain(plans: (afterCommit: (tell: () => void) => void) => Plans): readonly (() => void)[] {
    if (database.isTransaction) database.exec("rollback");
    health.forgetPages();
    return runAll(plans, true) ?? [];
  }

  /**
   * Retries while another process has the database locked, without blocking other requests as SQLite's own waiting
   * would. The limit counts from the first group that had to wait, so that later groups do not wait that long again.
   */
  async function commitAll(plans: (afterCommit: (tell: () => void) => void) => Plans): Promise<void> {
    for (;;) {
      const startedAt = performance.now();
      try {
        const tells = runAll(plans) ?? runAgain(plans);
        busySince = undefined;
        countCommit(startedAt);
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

  /** Checkpoints the log while there are no writes, so that a copy of only the file is never far behind. */
  function checkpointWhenIdle(): void {
    checkpoint = undefined;
    if (performance.now() - lastCommitAt < idleMs) {
      checkpoint = setTimeout(checkpointWhenIdle, idleMs).unref();
      return;
    }
    try {
      health.endReads();
      const { busy } = database.prepare("pragma wal_checkpoint(passive)").get() as { busy: number };
      if (busy > 0) checkpoint = setTimeout(checkpointWhenIdle, idleMs).unref();
    } catch (error) {
      health.failed(error);
    }
  }

  function countCommit(startedAt: number): void {
    commits += 1;
    lastCommitAt = performance.now();
    commitSeconds += (lastCommitAt - startedAt) / 1000;
    checkpoint ??= setTimeout(checkpointWhenIdle, idleMs).unref();
  }

  return {
    maxGroups: 1,
    hasNodes: false,
    rewritesIndexes: true,
    prepare(sql) {
      const statement: Prepared = { run: prepareRows(sql), isEach: false };
      return (values) => ({ statement, values });
    },
    prepareEach(sql) {
      const statement: Prepared = { run: prepareRows(sql), isEach: true };
      return (values) => ({ statement, values });
    },
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
    stop: () => clearTimeout(checkpoint),
  };
}
