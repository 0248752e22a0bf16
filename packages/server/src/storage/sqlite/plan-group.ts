import type { DatabaseSync } from "node:sqlite";
import type { Plan, Plans, Query } from "../engine.ts";
import { isFailure } from "./file/error.ts";
import type { Health } from "./file/health.ts";
import type { Statements } from "./statements.ts";

/** Plans to commit together; what they give to `afterCommit` runs once they are on disk. */
export type PlansOf = (afterCommit: (tell: () => void) => void) => Plans;

/** Runs groups of plans, each in one transaction. An error of a plan undoes that plan only. */
export interface PlanGroups {
  /**
   * Commits a group, after a second try if a page may have been misread. Leaves a transaction open if it throws.
   *
   * @returns the callbacks to run after the commit.
   * @throws Error of SQLite or StorageError when nothing was committed.
   */
  commit(plans: PlansOf): readonly (() => void)[];
}

/** Makes what runs the groups of an open database. */
export function createPlanGroups(database: DatabaseSync, health: Health, { run }: Statements): PlanGroups {
  const [begin, commit] = [database.prepare("begin immediate"), database.prepare("commit")];
  const [savepoint, release] = [database.prepare("savepoint part"), database.prepare("release part")];

  function beginTransaction(): void {
    begin.run();
    health.assertVersion();
  }

  /** The first plan of a transaction needs no savepoint, which would copy each page that changes. */
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

  /** Returns `undefined` if a page may have been misread, unless this is the second try. */
  function runAll(plans: PlansOf, isSecond: boolean): readonly (() => void)[] | undefined {
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

  return {
    commit(plans) {
      const tells = runAll(plans, false);
      if (tells !== undefined) return tells;
      if (database.isTransaction) database.exec("rollback");
      health.forgetPages();
      return runAll(plans, true) ?? [];
    },
  };
}
