import type { JobLeases, ProvisioningJob } from "../../computers/computer-store.ts";
import { type JobConnection, jobChannel } from "./job-connection.ts";

/** How long a claim lasts, and so how long the jobs of a lost node wait at most. */
const leaseMs = 10_000;

const until = `now() + interval '${leaseMs} milliseconds'`;

/** Rows in the order of their keys, so that two nodes that change some of the same wait for each other and do not deadlock. */
const lockHeld = `
  select computer_id from compute_host.jobs
  where (computer_id, holder) in (select * from unnest($1::text[], $2::bigint[]))
  order by computer_id for update`;

const queries = {
  claim: {
    name: "claim-jobs",
    text: `
      with free as (
        select computer_id from compute_host.jobs where lease_until is null or lease_until < now()
        order by attempt limit $1 for update skip locked
      ), claimed as materialized (
        select computer_id, nextval('compute_host.job_attempts') as attempt from free
      )
      update compute_host.jobs as job
      set attempt = claimed.attempt, holder = claimed.attempt, lease_until = ${until}
      from claimed where job.computer_id = claimed.computer_id
      returning job.computer_id, job.attempt`,
  },
  renew: {
    name: "renew-claims",
    text: `
      with held as (${lockHeld})
      update compute_host.jobs as job set lease_until = ${until}
      from held where job.computer_id = held.computer_id
      returning job.holder, job.attempt <> job.holder`,
  },
  release: {
    name: "release-claims",
    text: `
      with held as (${lockHeld}), released as (
        update compute_host.jobs as job set holder = null, lease_until = null
        from held where job.computer_id = held.computer_id
        returning job.computer_id
      )
      select pg_notify('${jobChannel}', '') from released limit 1`,
  },
};

/** Claims of jobs in the database. */
export interface ClaimedJobs extends JobLeases {
  /** Takes jobs that no attempt holds, oldest first. */
  claim(limit: number): Promise<readonly ProvisioningJob[]>;
}

/**
 * Keeps claims in the rows of the jobs: `attempt` is the number of the latest claim or job, `holder` that of the attempt
 * that has the lease. They differ while a job waits until the earlier one has been stopped. The database's clock alone
 * decides when a lease ends.
 */
export function claimJobs({ query, listen }: JobConnection): ClaimedJobs {
  return {
    durationMs: leaseMs,
    async claim(limit) {
      const rows = await query<[string, string]>(queries.claim, [limit]);
      return rows
        .map(([computerId, attempt]) => ({ computerId, attempt: Number(attempt) }))
        .toSorted((a, b) => a.attempt - b.attempt);
    },
    async renew(jobs) {
      const rows = await query<[string, boolean]>(queries.renew, keysOf(jobs));
      return rows.map(([attempt, isReplaced]) => ({ attempt: Number(attempt), isReplaced }));
    },
    async release(jobs) {
      await query(queries.release, keysOf(jobs));
    },
    onWork: (listener) => listen((payload) => (payload === "" ? listener() : listener(payload))),
  };
}

function keysOf(jobs: readonly ProvisioningJob[]): readonly unknown[] {
  return [jobs.map(({ computerId }) => computerId), jobs.map(({ attempt }) => attempt)];
}
