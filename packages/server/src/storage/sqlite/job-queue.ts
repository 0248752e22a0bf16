import type { DatabaseSync } from "node:sqlite";
import type { StoredComputer } from "../../computers/computer.ts";
import type { JobProgress, ProvisioningJob } from "../../computers/computer-store.ts";
import type { ComputerWriter, JsonRow } from "./computer-rows.ts";
import type { GroupCommit } from "./group-commit.ts";
import { prepareRows } from "./open-database.ts";

/** The jobs of the database. */
export interface JobQueue {
  /** Begins a job in the place of the one that the computer may have, inside a transaction. */
  begin(computerId: string): void;
  /** Removes the job of a computer, inside a transaction. */
  remove(computerId: string): void;
  list(afterSequence: number, limit: number): readonly ProvisioningJob[];
  advance(
    job: ProvisioningJob,
    advance: (computer: StoredComputer) => JobProgress,
  ): Promise<StoredComputer | undefined>;
}

/** What {@link createJobQueue} works on. */
export interface JobQueueOptions {
  readonly database: DatabaseSync;
  readonly group: GroupCommit;
  readonly update: ComputerWriter;
}

/** Keeps jobs in SQLite; a write is done only while the job's own row is there. */
export function createJobQueue({ database, group, update }: JobQueueOptions): JobQueue {
  const remove = database.prepare("delete from jobs where computer_id = ?");
  const begin = database.prepare("insert into jobs (computer_id) values (?)");
  const count = database.prepare("update totals set jobs = jobs + ?");
  const end = database.prepare("delete from jobs where sequence = ?");
  const list = prepareRows(
    database,
    "select sequence, computer_id from jobs where sequence > ? order by sequence limit ?",
  );
  const get = prepareRows(
    database,
    "select json from jobs join computers on computers.id = computer_id where sequence = ? and computer_id = ?",
  );

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
    list(afterSequence, limit) {
      const rows = list.all(afterSequence, limit) as unknown as [number, string][];
      return rows.map(([sequence, computerId]) => ({ sequence, computerId }));
    },
    advance(job, advance) {
      return group.write(() => {
        const row = get.get(job.sequence, job.computerId) as JsonRow | undefined;
        if (row === undefined) return undefined;
        const before = JSON.parse(row[0]) as StoredComputer;
        const { computer, ends } = advance(before);
        if (computer === before && !ends) return computer;
        group.atomically(() => {
          update(before, computer, row[0]);
          if (!ends) return;
          end.run(job.sequence);
          count.run(-1);
        });
        return computer;
      });
    },
  };
}
