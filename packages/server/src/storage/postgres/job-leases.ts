import type { ClusterFigures } from "../../computers/cluster.ts";
import {
  type ComputerStore,
  type JobKey,
  type JobLeases,
  unlimitedTurns,
} from "../../computers/computer-store.ts";
import type { NamedQuery } from "./connections.ts";
import type { JobConnection } from "./job-connection.ts";

/**
 * How long after a failed query of this node leases that have ended are left alone, in milliseconds: the holders may have been
 * unable to renew them either, and first get the time to do so.
 */
const outageGraceMs = 10_000;

/** @param position Number of the value that says how long a claim lasts, in milliseconds. */
const until = (position: number) => `now() + $${position} * interval '1 millisecond'`;

/** Rows in the order of their keys, so that two nodes that change some of the same wait for each other and do not deadlock. */
const lockHeld = `
  select computer_id from compute_host.jobs
  where (computer_id, holder) in (select * from unnest($1::text[], $2::bigint[]))
  order by computer_id for update`;

const queries = {
  /** Goes from owner to owner in the index, so its cost does not depend on how many jobs an owner has. */
  claim: {
    name: "claim-jobs",
    text: `
      with recursive owner as (
        (select owner_id from compute_host.jobs where owner_id > $2 order by owner_id limit 1)
        union all
        select (
          select owner_id from compute_host.jobs where owner_id > owner.owner_id order by owner_id limit 1
        ) from owner where owner_id is not null
      ), free as (
        select job.computer_id, job.is_takeover from owner cross join lateral (
          select computer_id, holder is not null as is_takeover from compute_host.jobs
          where owner_id = owner.owner_id and (lease_until is null or lease_until < now() and $8)
          order by position
          limit greatest(0, least($3::int, $4::int - coalesce((
            select jobs from unnest($5::text[], $6::int[]) as running (owner_id, jobs)
            where running.owner_id = owner.owner_id
          ), 0)))
          for update skip locked
        ) as job limit $1
      ), claimed as materialized (
        select computer_id, is_takeover, compute_host.next_attempt() as attempt from free
      )
      update compute_host.jobs as job
      set attempt = claimed.attempt, holder = claimed.attempt, lease_until = ${until(7)}, node = $9
      from claimed where job.computer_id = claimed.computer_id
      returning job.computer_id, job.attempt, job.owner_id, job.traceparent,
        claimed.is_takeover`,
  },
  renew: {
    name: "renew-claims",
    text: `
      with held as (${lockHeld})
      update compute_host.jobs as job set lease_until = ${until(3)}
      from held where job.computer_id = held.computer_id
      returning job.holder, job.attempt <> job.holder`,
  },
  release: {
    name: "release-claims",
    text: `
      with held as (${lockHeld})
      update compute_host.jobs as job set holder = null, lease_until = null, node = null
      from held where job.computer_id = held.computer_id`,
  },
};

/** Claims of jobs in the database. */
export interface ClaimedJobs extends JobLeases {
  /** Takes jobs that no attempt holds. */
  readonly claim: ComputerStore["claimJobs"];
  figures(): Pick<ClusterFigures, "claims" | "takeovers">;
}

/**
 * Keeps claims in the rows of the jobs: `attempt` is the number of the latest claim or job, `holder` that of the attempt
 * that has the lease. They differ while a job waits until the earlier one has been stopped. The database's clock alone
 * decides when a lease ends.
 *
 * @param leaseMs How long a claim lasts, and so how long the jobs of a lost node wait at most, in milliseconds.
 */
export function claimJobs(connection: JobConnection, leaseMs: number, nodeName?: string): ClaimedJobs {
  let failedAt = Number.NEGATIVE_INFINITY;
  let claims = 0;
  let takeovers = 0;

  async function query<Row extends unknown[]>(text: NamedQuery, values: readonly unknown[]): Promise<Row[]> {
    try {
      return await connection.query<Row>(text, values);
    } catch (error) {
      failedAt = performance.now();
      throw error;
    }
  }

  return {
    durationMs: leaseMs,
    async claim(limit, { after, share, maxPerOwner, running } = unlimitedTurns) {
      const mayTakeOver = performance.now() - failedAt > outageGraceMs;
      const counts = [...running.values()].map(({ size }) => size);
      const turns = [after, share, maxPerOwner, [...running.keys()], counts];
      const values = [limit, ...turns, leaseMs, mayTakeOver, nodeName];
      const rows = await query<[string, string, string, string | null, boolean]>(queries.claim, values);
      claims += rows.length;
      takeovers += rows.filter((row) => row[4]).length;
      return rows
        .map(([computerId, attempt, ownerId, traceparent]) => ({
          computerId,
          attempt: Number(attempt),
          ownerId,
          ...(traceparent !== null && { traceparent }),
        }))
        .toSorted((a, b) => a.attempt - b.attempt);
    },
    async renew(jobs) {
      const rows = await query<[string, boolean]>(queries.renew, [...keysOf(jobs), leaseMs]);
      return rows.map(([attempt, isReplaced]) => ({ attempt: Number(attempt), isReplaced }));
    },
    async release(jobs) {
      await query(queries.release, keysOf(jobs));
    },
    figures: () => ({ claims, takeovers }),
  };
}

function keysOf(jobs: readonly JobKey[]): readonly unknown[] {
  return [jobs.map(({ computerId }) => computerId), jobs.map(({ attempt }) => attempt)];
}
