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
import { StorageError } from "../../computers/store-errors.ts";
import type { Engine, Plan, TextRow } from "../engine.ts";
import { jobQueries } from "./job-queries.ts";

/**
 * How long after an outage this node takes over no jobs from nodes whose leases have ended, in milliseconds: those
 * nodes may have been unable to renew them, and get time to do so.
 */
const outageGraceMs = 10_000;

/** Claims of jobs. */
export interface Jobs extends JobLeases {
  /** Takes jobs that no node has. */
  readonly claim: ComputerStore["claimJobs"];
  readonly oldestSeconds: ComputerStore["oldestJobSeconds"];
  figures(): Pick<ClusterFigures, "claims" | "takeovers">;
}

/** The node that claims jobs. */
export interface NodeOptions {
  /** The node's name in messages. */
  readonly name?: string | undefined;
  /** How long its lease lasts, and thus how long the jobs of a lost node wait at most, in milliseconds. */
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

interface Claimed {
  readonly job: ProvisioningJob;
  /** Whether it was claimed before and not released, because its node was lost. */
  readonly isTakenOver: boolean;
}

type HeldRow = readonly [attempt: string | number, isReplaced: unknown, computerId: string];

/**
 * Makes the claims of a node. A waiting or running job has a `position`, the time from which it waits, in microseconds;
 * the row of an ended job keeps the last `attempt`. `node` is the node that claimed a job, and `held_attempt` the
 * attempt of that claim. Both stay while a job that replaced another waits until the earlier one has stopped. Once the
 * lease of a node has ended, by the database's clock, its jobs are freed and it is deleted. On SQLite there is only one
 * service, so every other node is an earlier process.
 */
export function createJobs(engine: Engine, { name = "", leaseMs }: NodeOptions): Jobs {
  let node = randomUUID();
  // If no other node can use the database, the lease has always ended, whatever the next process's clock says.
  const leaseUs = engine.hasNodes ? leaseMs * 1_000 : -Number.MAX_SAFE_INTEGER;
  const queries = jobQueries(engine);

  let failedAt = Number.NEGATIVE_INFINITY;
  let lastAttempt = 0;
  let claims = 0;
  let takeovers = 0;
  /**
   * Whether the database may have claims that this node does not know of, because the response to a claim or a release
   * was lost.
   */
  let isUnsure = false;

  async function tried<Result>(work: () => Promise<Result>, leavesClaims = false): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (!isHeldUp(error)) failedAt = performance.now();
      isUnsure ||= leavesClaims;
      throw error;
    }
  }

  const kindOf = (error: unknown) => engine.kindOf(error instanceof StorageError ? error.cause : error);

  /** Whether another session held a lock, which is not an outage. */
  function isHeldUp(error: unknown): boolean {
    const kind = kindOf(error);
    return kind === "locked" || kind === "collision";
  }

  /** Releases jobs, except those that another session has locked, which the next claim releases. */
  async function release(jobs: readonly JobKey[]): Promise<void> {
    const isPartial = await engine.jobTransaction<boolean>({
      reads: [queries.lockJobs(jobs.map(({ computerId }) => [computerId]))],
      decide(rows: readonly TextRow[] = []) {
        const free = new Set(rows.map(([id]) => id));
        const released = jobs.filter(({ computerId }) => free.has(computerId));
        const values = released.map(({ computerId, attempt }) => [computerId, attempt]);
        return {
          writes: released.length === 0 ? [] : [queries.release(values)],
          result: released.length < jobs.length,
        };
      },
    });
    isUnsure ||= isPartial;
  }

  async function releaseUnknown({ running }: OwnerTurns): Promise<void> {
    const rows = await engine.jobRead<HeldRow>(queries.held([node]));
    const jobs = rows.map(([attempt, , computerId]) => ({ computerId, attempt: Number(attempt) }));
    isUnsure = false;
    await release(jobs.filter(({ attempt }) => !running.has(attempt)));
  }

  /**
   * Does work that writes the node's row. If another session has locked that row, the node takes another ID, with its
   * jobs: otherwise its lease would end.
   */
  async function withNode<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (kindOf(error) !== "locked") throw error;
      const next = randomUUID();
      await engine.jobTransaction({
        reads: [queries.lockNode([node])],
        decide: () => ({
          writes: [queries.register([next, name, leaseUs]), queries.moveJobs([next, node])],
          result: undefined,
        }),
      });
      node = next;
      return work();
    }
  }

  /** Frees the jobs of nodes whose leases have ended. */
  const removeLost: Plan<void> = {
    reads: [queries.lockLost([node])],
    decide(lost = []) {
      const ids = lost.map(([id]) => [id]);
      const writes = lost.length === 0 ? [] : [queries.freeLost(ids), queries.removeNodes(ids)];
      return { writes, result: undefined };
    },
  };

  function claimPlan(limit: number, { after, share }: OwnerTurns): Plan<readonly Claimed[]> {
    return {
      reads: [queries.lockFree([after, Math.min(share, limit), limit])],
      decide(rows: readonly JobRow[] = []) {
        let latest = lastAttempt;
        const claimed = rows.map((row): Claimed => {
          const [computerId, previousAttempt, ownerId, traceparent, heldAttempt, now] = row;
          // Higher than the job's earlier attempts, to fence them off; higher than this node's others, because it
          // identifies the claim; and at least the time, so that it still rises after a restore from a backup.
          latest = Math.max(Number(previousAttempt) + 1, latest + 1, Number(now));
          const trace = traceparent === null ? {} : { traceparent };
          const job = { computerId, attempt: latest, ownerId, ...trace };
          // A release clears the held attempt; a job whose node was lost keeps it.
          return { job, isTakenOver: heldAttempt !== null };
        });
        const values = claimed.map(({ job }) => [job.computerId, job.attempt, node]);
        const writes =
          claimed.length === 0 ? [] : [queries.register([node, name, leaseUs]), queries.assign(values)];
        return { writes, result: claimed };
      },
    };
  }

  return {
    durationMs: engine.hasNodes ? leaseMs : Number.POSITIVE_INFINITY,
    async claim(limit, turns = unlimitedTurns) {
      const mayTakeOver = performance.now() - failedAt > outageGraceMs;
      if (isUnsure) await tried(() => releaseUnknown(turns), true);
      const [[hasFree, hasLost] = []] = await tried(async () =>
        engine.jobRead<readonly [hasFree: unknown, hasLost: unknown]>(queries.look([node])),
      );
      if (hasLost && mayTakeOver) await tried(() => engine.jobTransaction(removeLost));
      else if (!hasFree) return [];
      const claimed = await tried(() => withNode(() => engine.jobTransaction(claimPlan(limit, turns))), true);
      const jobs = claimed.map(({ job }) => job);
      lastAttempt = Math.max(lastAttempt, jobs.at(-1)?.attempt ?? 0);
      claims += jobs.length;
      takeovers += claimed.filter(({ isTakenOver }) => isTakenOver).length;
      return jobs;
    },
    async oldestSeconds() {
      const [[seconds] = [0]] = await queries.oldest([]);
      return Math.max(0, seconds);
    },
    async renew() {
      const rows = await tried(async () => {
        if (!engine.hasNodes) return engine.jobRead<HeldRow>(queries.held([node]));
        return withNode(() =>
          engine.jobTransaction<readonly HeldRow[]>({
            // Waits for another node that is removing this one, which then has freed the jobs.
            reads: [queries.lockNode([node]), queries.held([node])],
            decide: (_lock, rows = []) => ({
              writes: [queries.renewNode([leaseUs, node])],
              result: rows,
            }),
          }),
        );
      });
      return rows.map(([attempt, isReplaced]) => ({
        attempt: Number(attempt),
        isReplaced: Boolean(isReplaced),
      }));
    },
    async release(jobs) {
      if (jobs.length > 0) await tried(() => release(jobs), true);
    },
    figures: () => ({ claims, takeovers }),
  };
}
