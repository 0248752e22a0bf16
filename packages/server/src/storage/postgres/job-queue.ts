import { randomUUID } from "node:crypto";
import type { StoredComputer } from "../../computers/computer.ts";
import type { JobProgress, ProvisioningJob } from "../../computers/computer-store.ts";
import type { Connections } from "./connections.ts";
import type { JobTable } from "./group-changes.ts";
import type { GroupCommit } from "./group-commit.ts";

/** The jobs of the database. */
export interface JobQueue {
  /** Takes jobs that this process does not have, oldest first. */
  claim(limit: number): Promise<readonly ProvisioningJob[]>;
  advance(
    job: ProvisioningJob,
    advance: (computer: StoredComputer) => JobProgress,
  ): Promise<StoredComputer | undefined>;
}

const queries = {
  lock: {
    name: "lock-jobs",
    text: "select computer_id, attempt from compute_host.jobs where computer_id = any($1) order by computer_id for update",
  },
  begin: {
    name: "begin-jobs",
    text: `
      insert into compute_host.jobs (computer_id) select unnest($1::text[])
      on conflict (computer_id) do update set attempt = excluded.attempt, holder = null`,
  },
  end: { name: "end-jobs", text: "delete from compute_host.jobs where computer_id = any($1)" },
  claim: {
    name: "claim-jobs",
    text: `
      with free as (
        select computer_id from compute_host.jobs where holder is distinct from $1
        order by attempt limit $2 for update skip locked
      )
      update compute_host.jobs as job set attempt = nextval('compute_host.job_attempts'), holder = $1
      from free where job.computer_id = free.computer_id
      returning job.computer_id, job.attempt`,
  },
};

/** Begins the jobs of the imported computers that are being provisioned, in the transaction of an import. */
export const beginImportedJobs =
  "insert into compute_host.jobs (computer_id) select id from pg_temp.imported where needs_job order by position";

/** Locks jobs and writes what a group does to them. */
export const jobTable: JobTable = {
  async lock(client, computerIds) {
    const { rows } = await client.query<[string, string]>({
      ...queries.lock,
      values: [computerIds],
      rowMode: "array",
    });
    return new Map(rows.map(([id, attempt]) => [id, Number(attempt)]));
  },
  statements({ begunJobs, endedJobs }) {
    return [
      ...(endedJobs.size === 0 ? [] : [{ ...queries.end, values: [[...endedJobs]] }]),
      ...(begunJobs.size === 0 ? [] : [{ ...queries.begin, values: [[...begunJobs]] }]),
    ];
  },
};

/** Keeps jobs in PostgreSQL; a write is done only while the job's attempt is the current one. */
export function createJobQueue(connections: Connections, group: GroupCommit): JobQueue {
  const holder = randomUUID();

  return {
    async claim(limit) {
      const rows = await connections.read<[string, string]>(queries.claim, [holder, limit]);
      return rows
        .map(([computerId, attempt]) => ({ computerId, attempt: Number(attempt) }))
        .toSorted((a, b) => a.attempt - b.attempt);
    },
    advance: ({ computerId, attempt }, advance) =>
      group.write({
        computerId,
        needsJob: true,
        apply(changes) {
          const locked = changes.computer(computerId);
          if (locked === undefined || changes.attemptOf(computerId) !== attempt) return undefined;
          const before = JSON.parse(locked.text) as StoredComputer;
          const { computer, ends } = advance(before);
          if (computer !== before) changes.update(before, computer);
          if (ends) changes.endJob(computerId);
          return computer;
        },
      }),
  };
}
