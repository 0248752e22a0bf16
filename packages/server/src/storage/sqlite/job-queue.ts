import type { DatabaseSync } from "node:sqlite";
import type { StoredComputer } from "../../computers/computer.ts";
import type { JobProgress, MaybePromise, ProvisioningJob } from "../../computers/computer-store.ts";
import type { ComputerWriter, JsonRow } from "./computer-rows.ts";
import type { GroupCommit } from "./group-commit.ts";
import type { Health } from "./health.ts";
import { prepareRows } from "./open-database.ts";

/** The jobs of the database. */
export interface JobQueue {
  /** Starts a job, which replaces any existing one of the computer, inside a transaction. */
  begin(computerId: string): void;
  /** Removes the job of a computer, inside a transaction. */
  remove(computerId: string): void;
  /** Takes jobs that were not taken since the database was opened, oldest first. */
  claim(limit: number): MaybePromise<readonly ProvisioningJob[]>;
  advance(
    job: ProvisioningJob,
    advance: (computer: StoredComputer) => JobProgress,
  ): Promise<StoredComputer | undefined>;
}

/** The context of {@link createJobQueue}. */
export interface JobQueueOptions {
  readonly database: DatabaseSync;
  readonly group: GroupCommit;
  readonly update: ComputerWriter;
  readonly reading: Health["reading"];
}

/**
 * Keeps jobs in SQLite. The number of a row is the attempt: a write succeeds only while the attempt's own row exists. One process
 * has the database, so a claim is a position in the order of these numbers, and lasts as long as the process.
 */
export function createJobQueue({ database, group, update, reading }: JobQueueOptions): JobQueue {
  const remove = database.prepare("delete from jobs where computer_id = ?");
  const begin = database.prepare("insert into jobs (computer_id) values (?)");
  const count = database.prepare("update totals set jobs = jobs + ?");
  const end = database.prepare("delete from jobs where sequence = ?");
  const next = prepareRows(
    database,
    "select sequence, computer_id from jobs where sequence > ? order by sequence limit ?",
  );
  /** Gives every job a higher number, in the same order. */
  const renumber = database.prepare(
    "replace into jobs (computer_id) select computer_id from jobs order by sequence",
  );
  const get = prepareRows(
    database,
    "select json from jobs join computers on computers.id = computer_id where sequence = ? and computer_id = ?",
  );

  let isRenumbered = false;
  let claimedUpTo = 0;

  function claim(limit: number): readonly ProvisioningJob[] {
    const rows = reading(() => next.all(claimedUpTo, limit)) as unknown as [number, string][];
    claimedUpTo = rows.at(-1)?.[0] ?? claimedUpTo;
    return rows.map(([attempt, computerId]) => ({ computerId, attempt }));
  }

  return {
    begin(computerId) {
      const { changes } = remove.run(computerId);
      begin.run(computerId);
      if (changes === 0) count.run(1);
    },
    remove(computerId) {
      const { changes } = remove.run(computerId);
      if (changes !== 0) count.run(-1);
    },
    claim(limit) {
      if (isRenumbered) return claim(limit);
      // An earlier process may have run these jobs: its attempts are over.
      return group
        .write(() => renumber.run())
        .then(() => {
          isRenumbered = true;
          return claim(limit);
        });
    },
    advance(job, advance) {
      return group.write(() => {
        const row = get.get(job.attempt, job.computerId) as JsonRow | undefined;
        if (row === undefined) return undefined;
        const before = JSON.parse(row[0]) as StoredComputer;
        const { computer, ends } = advance(before);
        if (computer === before && !ends) return computer;
        group.atomically(() => {
          update(before, computer, row[0]);
          if (!ends) return;
          end.run(job.attempt);
          count.run(-1);
        });
        return computer;
      });
    },
  };
}
