import type { StoredComputer } from "../../computers/computer.ts";
import type { JobLeases, JobProgress, ProvisioningJob } from "../../computers/computer-store.ts";
import type { Connections } from "./connections.ts";
import type { JobTable } from "./group-changes.ts";
import type { GroupCommit } from "./group-commit.ts";
import { jobChannel, openJobConnection } from "./job-connection.ts";
import { claimJobs } from "./job-leases.ts";

/** The jobs of the database. */
export interface JobQueue {
  /** Takes jobs that no process has, oldest first. */
  claim(limit: number): Promise<readonly ProvisioningJob[]>;
  readonly leases: JobLeases;
  advance(
    job: ProvisioningJob,
    advance: (computer: StoredComputer) => JobProgress,
  ): Promise<StoredComputer | undefined>;
  close(): void;
}

/** A notification holds less than 8,000 bytes; with a longer ID the next renewal tells. */
const notifyReplaced = `
  case when holder is null or lease_until < now() or length(computer_id) > 1000 then '' else computer_id end`;

const queries = {
  lock: {
    name: "lock-jobs",
    text: "select computer_id, attempt from compute_host.jobs where computer_id = any($1) order by computer_id for update",
  },
  begin: {
    name: "begin-jobs",
    text: `
      with begun as (
        insert into compute_host.jobs (computer_id) select id from unnest($1::text[]) as id order by id
        on conflict (computer_id) do update set attempt = excluded.attempt
        returning computer_id, holder, lease_until
      )
      select pg_notify('${jobChannel}', ${notifyReplaced}) from begun`,
  },
  end: { name: "end-jobs", text: "delete from compute_host.jobs where computer_id = any($1)" },
};

/** Begins the jobs of the imported computers that are being provisioned, in the transaction of an import. */
export const beginImportedJobs = `
  with begun as (
    insert into compute_host.jobs (computer_id) select id from pg_temp.imported where needs_job order by position
    returning computer_id
  )
  select pg_notify('${jobChannel}', '') from begun limit 1`;

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
  const connection = openJobConnection(connections);
  const { claim, ...leases } = claimJobs(connection);

  return {
    claim,
    leases,
    close: connection.close,
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
