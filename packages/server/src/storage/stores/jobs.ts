import { randomUUID } from "node:crypto";
import type { ClusterFigures } from "../../computers/cluster.ts";
import {
  type ComputerStore,
  type JobKey,
  type JobLeases,
  type OwnerTurns,
  type ProvisioningJob,
  unlimitedTurns,
} from "../../computers/computer-store.ts";
import { type Engine, limitValue, type Plan } from "../engine.ts";

/**
 * How long after a failed query of this node leases that have ended are left alone, in milliseconds: the nodes may have been
 * unable to renew them either, and first get the time to do so.
 */
const outageGraceMs = 10_000;

/** Claims of jobs. */
export interface Jobs extends JobLeases {
  /** Takes jobs that no node has. */
  readonly claim: ComputerStore["claimJobs"];
  figures(): Pick<ClusterFigures, "claims" | "takeovers">;
}

/** The node that claims jobs. */
export interface NodeOptions {
  /** Its name in messages. */
  readonly name?: string | undefined;
  /** How long its lease lasts, and so how long the jobs of a lost node wait at most, in milliseconds. */
  readonly leaseMs: number;
}

type JobRow = readonly [
  computerId: string,
  attempt: string | number,
  ownerId: string,
  traceparent: string | null,
  heldAttempt: string | number | null,
  now: string | number,
];

type HeldRow = readonly [attempt: string | number, isReplaced: unknown, computerId: string];

const isFree = "position is not null and node is null";

/**
 * Makes the claims of a node. A job that waits or runs has a `position`; the row of one that has ended keeps the last `attempt`.
 * `node` is the one that has claimed a job, and `held_attempt` the number that it got: they stay while a job that was replaced waits
 * until the earlier one has been stopped. A node whose lease has ended is deleted, which frees its jobs. The database's clock alone
 * decides when that is. On SQLite one service has the database: every other node is an earlier process.
 */
export function createJobs(engine: Engine, { name = "", leaseMs }: NodeOptions): Jobs {
  const node = randomUUID();
  // Alone with the database, a node leaves a lease that has ended, whatever the next process's clock says.
  const leaseUs = engine.hasNodes ? leaseMs * 1_000 : -Number.MAX_SAFE_INTEGER;
  const look = engine.prepare(
    `select exists (select 1 from jobs where ${isFree}), exists (select 1 from nodes where id <> ? and lease_until <= {now})`,
  );
  const lockLost = engine.prepare(
    "select id, {transaction} from nodes where id <> ? and lease_until <= {now} for update skip locked",
  );
  const removeNodes = engine.prepareEach({ id: "text" }, "delete from nodes where id in given");
  // Goes from owner to owner in the index, so its cost does not depend on how many jobs an owner has.
  const lockFree = engine.prepare(`
    with recursive owner (owner_id) as (
      select min(owner_id) from jobs where owner_id > ? and ${isFree}
      union all
      select (select min(owner_id) from jobs where owner_id > owner.owner_id and ${isFree})
      from owner where owner_id is not null
    )
    select job.computer_id, job.attempt, job.owner_id, job.traceparent, job.held_attempt, {now}, {transaction}
    from owner cross join lateral (select * from jobs where owner_id = owner.owner_id and ${isFree}
      order by position, computer_id limit ${limitValue} for update skip locked) as job
    where (select count(*) from jobs as held where held.node = ? and held.owner_id = owner.owner_id) < ?
    limit ${limitValue}`);
  const register = engine.prepare(
    `insert into nodes (id, name, lease_until) values (?, ?, {now} + ?)
     on conflict (id) do update set lease_until = excluded.lease_until`,
  );
  const assign = engine.prepareEach(
    { id: "text", attempt: "bigint", node: "text" },
    `update jobs set attempt = given.attempt, held_attempt = given.attempt, node = given.node
     from given where jobs.computer_id = given.id`,
  );
  const lockNode = engine.prepare("select id, {transaction} from nodes where id = ? for update");
  const renewNode = engine.prepare("update nodes set lease_until = {now} + ? where id = ?");
  const held = engine.prepare(
    "select held_attempt, attempt <> held_attempt, computer_id from jobs where node = ?",
  );
  const lockJobs = engine.prepareEach(
    { id: "text" },
    "select computer_id, {transaction} from jobs where computer_id in given order by computer_id for update",
  );
  const release = engine.prepareEach(
    { id: "text", attempt: "bigint" },
    `update jobs set node = null, held_attempt = null
     from given where jobs.computer_id = given.id and jobs.held_attempt = given.attempt`,
  );

  let failedAt = Number.NEGATIVE_INFINITY;
  let lastAttempt = 0;
  let claims = 0;
  let takeovers = 0;
  /** Whether the database may have claims that this node does not know of: of a claim or a release whose response was lost. */
  let isUnsure = false;

  async function tried<Result>(work: () => Promise<Result>, leavesClaims = false): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      failedAt = performance.now();
      isUnsure ||= leavesClaims;
      throw error;
    }
  }

  const releasePlan = (jobs: readonly JobKey[]): Plan<void> => ({
    reads: [lockJobs(jobs.map(({ computerId }) => [computerId]))],
    decide: () => ({
      writes: [release(jobs.map(({ computerId, attempt }) => [computerId, attempt]))],
      result: undefined,
    }),
  });

  async function releaseUnknown({ running }: OwnerTurns): Promise<void> {
    const known = new Set([...running.values()].flatMap((attempts) => [...attempts]));
    const rows = await engine.jobRead<HeldRow>(held([node]));
    const jobs = rows.map(([attempt, , computerId]) => ({ computerId, attempt: Number(attempt) }));
    await engine.jobTransaction(releasePlan(jobs.filter(({ attempt }) => !known.has(attempt))));
    isUnsure = false;
  }

  /** Frees the jobs of nodes whose leases have ended. */
  const removeLost: Plan<void> = {
    reads: [lockLost([node])],
    decide: (lost = []) => ({
      writes: lost.length === 0 ? [] : [removeNodes(lost.map(([id]) => [id]))],
      result: undefined,
    }),
  };

  function claimPlan(
    limit: number,
    turns: OwnerTurns,
  ): Plan<readonly (readonly [ProvisioningJob, JobRow])[]> {
    const { after, share, maxPerOwner, running } = turns;
    return {
      reads: [lockFree([after, Math.min(share, limit), node, maxPerOwner, limit])],
      decide(rows: readonly JobRow[] = []) {
        const counts = new Map<string, number>();
        let latest = lastAttempt;
        const jobs = rows.flatMap((row): (readonly [ProvisioningJob, JobRow])[] => {
          const [computerId, attempt, ownerId, traceparent, , now] = row;
          const count = counts.get(ownerId) ?? running.get(ownerId)?.size ?? 0;
          if (count >= maxPerOwner) return [];
          counts.set(ownerId, count + 1);
          latest = Math.max(Number(attempt) + 1, Number(now), latest + 1);
          const job = { computerId, attempt: latest, ownerId, ...(traceparent !== null && { traceparent }) };
          return [[job, row]];
        });
        const values = jobs.map(([{ computerId, attempt }]) => [computerId, attempt, node]);
        const writes = jobs.length === 0 ? [] : [register([node, name, leaseUs]), assign(values)];
        return { writes, result: jobs };
      },
    };
  }

  return {
    durationMs: engine.hasNodes ? leaseMs : Number.POSITIVE_INFINITY,
    async claim(limit, turns = unlimitedTurns) {
      const mayTakeOver = performance.now() - failedAt > outageGraceMs;
      if (isUnsure) await tried(() => releaseUnknown(turns));
      const [[hasFree, hasLost] = []] = await tried(async () =>
        engine.jobRead<readonly [hasFree: unknown, hasLost: unknown]>(look([node])),
      );
      if (hasLost && mayTakeOver) await tried(() => engine.jobTransaction(removeLost));
      else if (!hasFree) return [];
      const found = await tried(() => engine.jobTransaction(claimPlan(limit, turns)), true);
      const jobs = found.map(([job]) => job);
      lastAttempt = Math.max(lastAttempt, jobs.at(-1)?.attempt ?? 0);
      claims += jobs.length;
      // A release clears it; a job that lost its node keeps it.
      takeovers += found.filter(([, [, , , , heldAttempt]]) => heldAttempt !== null).length;
      return jobs;
    },
    async renew() {
      const rows = await tried(async () => {
        if (!engine.hasNodes) return engine.jobRead<HeldRow>(held([node]));
        return engine.jobTransaction<readonly HeldRow[]>({
          // A node that removes this one is waited for, and has then freed the jobs.
          reads: [lockNode([node]), held([node])],
          decide: ([isThere] = [], rows = []) => ({
            writes: isThere ? [renewNode([leaseUs, node])] : [],
            result: rows,
          }),
        });
      });
      return rows.map(([attempt, isReplaced]) => ({
        attempt: Number(attempt),
        isReplaced: Boolean(isReplaced),
      }));
    },
    async release(jobs) {
      if (jobs.length > 0) await tried(() => engine.jobTransaction(releasePlan(jobs)), true);
    },
    figures: () => ({ claims, takeovers }),
  };
}
