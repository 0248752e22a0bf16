import type { DatabaseSync } from "node:sqlite";
import type { StoredComputer } from "../../computers/computer.ts";
import type { ComputerImport } from "../../computers/computer-store.ts";
import {
  ComputerConflictError,
  ImportInProgressError,
  maxConflicts,
  throwConflicts,
} from "../../computers/store-errors.ts";
import { asComputerConflict, computerColumns, rowOfComputer } from "./computer-rows.ts";
import type { GroupCommit } from "./group-commit.ts";
import type { UnfinishedImport } from "./unfinished-import.ts";

/**
 * How many computers one transaction adds; an import of no more is one transaction. With more, other requests wait
 * longer; with fewer, the same pages of the indexes are written again and again: 200 take five times as long as 2500.
 */
const rowsPerWrite = 2500;

/** The context of an import. */
export interface ComputerImportOptions {
  readonly database: DatabaseSync;
  readonly group: GroupCommit;
  readonly unfinished: UnfinishedImport;
  /** Called at the moment when the computers become visible. */
  readonly onAdded: () => void;
}

/**
 * Begins an import. A small one is kept in memory until its commit. A large one is written as it comes, as hidden
 * rows until a last short transaction shows all of them; an abandoned one, or a crash, removes them.
 */
export function beginComputerImport({
  database,
  group,
  unfinished,
  onAdded,
}: ComputerImportOptions): ComputerImport {
  const insert = database.prepare(`insert into computers (${computerColumns}) values (?, ?, ?, ?, ?, ?, ?)`);
  const addJobs = database.prepare(
    `insert into jobs (computer_id) select id from computers
     where rowid >= ? and json_extract(json, '$.status') = 'provisioning' order by rowid`,
  );
  const count = database.prepare("update totals set computers = computers + ?, jobs = jobs + ?");
  let waiting: StoredComputer[] = [];
  let written = 0;
  let isLarge = false;
  let needsJobs = false;

  function insertRows(computers: readonly StoredComputer[], position: number): number {
    const conflicts: ComputerConflictError[] = [];
    let first = 0;
    for (const [index, computer] of computers.entries()) {
      try {
        const { lastInsertRowid } = insert.run(...rowOfComputer(computer));
        if (index === 0) first = Number(lastInsertRowid);
      } catch (error) {
        const conflict = asComputerConflict(error, computer.id);
        if (!(conflict instanceof ComputerConflictError)) throw conflict;
        conflicts.push(new ComputerConflictError(conflict.code, computer.id, position + index));
        if (conflicts.length === maxConflicts) break;
      }
    }
    throwConflicts(conflicts);
    return first;
  }

  async function write(computers: readonly StoredComputer[]): Promise<void> {
    await group.write(() =>
      group.atomically(() => {
        if (!isLarge) unfinished.begin();
        isLarge = true;
        insertRows(computers, written);
      }),
    );
    written += computers.length;
  }

  function commitSmall(): number {
    if (unfinished.firstHiddenRow() !== Number.POSITIVE_INFINITY) throw new ImportInProgressError();
    const first = insertRows(waiting, 0);
    count.run(waiting.length, needsJobs ? addJobs.run(first).changes : 0);
    onAdded();
    return waiting.length;
  }

  function commitLarge(): number {
    insertRows(waiting, written);
    const total = written + waiting.length;
    count.run(total, needsJobs ? addJobs.run(unfinished.firstHiddenRow()).changes : 0);
    unfinished.finish();
    return total;
  }

  /** Removes what an import left behind, this one or one whose removal failed. */
  async function removeAbandoned(): Promise<void> {
    while (unfinished.isAbandoned()) {
      const isEmpty = await group.write(() => unfinished.removeSome(rowsPerWrite));
      if (isEmpty && unfinished.isAbandoned()) unfinished.end();
    }
  }

  async function abandon(): Promise<void> {
    waiting = [];
    if (isLarge) unfinished.abandon();
    isLarge = false;
    await removeAbandoned();
  }

  async function orAbandon<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      await abandon().catch(() => {});
      throw error;
    }
  }

  return {
    add: (computers) =>
      orAbandon(async () => {
        await removeAbandoned();
        waiting = waiting.concat(computers);
        needsJobs ||= computers.some(({ status }) => status === "provisioning");
        while (waiting.length > rowsPerWrite) {
          const some = waiting.slice(0, rowsPerWrite);
          waiting = waiting.slice(rowsPerWrite);
          await write(some);
        }
      }),
    commit: () =>
      orAbandon(async () => {
        const count = await group.write(() => group.atomically(isLarge ? commitLarge : commitSmall));
        if (isLarge) {
          unfinished.end();
          onAdded();
        }
        isLarge = false;
        return count;
      }),
    abandon,
  };
}
