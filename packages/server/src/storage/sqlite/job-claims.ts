import type { DatabaseSync } from "node:sqlite";
import {
  type ComputerStore,
  type JobLeases,
  type ProvisioningJob,
  unlimitedTurns,
} from "../../computers/computer-store.ts";
import { limitValue, type Statements } from "../statements.ts";
import type { GroupCommit } from "./group-commit.ts";
import { beginJobs } from "./job-table.ts";

type JobRow = readonly [attempt: number, computerId: string, traceparent: string | null];

/** Takes jobs. One service has the database, so a job is free unless this process runs it. */
export function createJobClaims(
  database: DatabaseSync,
  group: GroupCommit,
  { read }: Statements,
): ComputerStore["claimJobs"] {
  const nextOwner = read<readonly [ownerId: string]>(
    "select owner_id from jobs where owner_id > ? order by owner_id limit 1",
  );
  const oldest = read<JobRow>(
    `select sequence, computer_id, traceparent from jobs where owner_id = ? order by sequence limit ${limitValue}`,
  );
  /** Gives every job a higher number, in the same order. */
  const renumber = database.prepare(
    beginJobs("select computer_id as id, owner_id, traceparent, sequence as position from jobs"),
  );
  let isRenumbered = false;

  return async (limit, { after, share, maxPerOwner, running } = unlimitedTurns) => {
    // An earlier process may have run these jobs: its attempts are over.
    if (!isRenumbered) await group.write(() => renumber.run());
    isRenumbered = true;
    const jobs: ProvisioningJob[] = [];
    for (let ownerId = after; jobs.length < limit; ) {
      const [next] = await nextOwner([ownerId]);
      if (next === undefined) break;
      [ownerId] = next;
      const attempts = running.get(ownerId) ?? new Set();
      const most = Math.min(share, maxPerOwner - attempts.size, limit - jobs.length);
      if (most <= 0) continue;
      const free = (await oldest([ownerId, most + attempts.size])).filter(
        ([attempt]) => !attempts.has(attempt),
      );
      for (const [attempt, computerId, traceparent] of free.slice(0, most))
        jobs.push({ computerId, attempt, ownerId, ...(traceparent !== null && { traceparent }) });
    }
    return jobs;
  };
}

/** Claims that last as long as the process; commands of other processes may delete their jobs, or begin others. */
export function createJobLeases({ read }: Statements): JobLeases {
  const current = read<readonly [attempt: number]>(
    "select sequence from jobs where sequence in (select value from json_each(?))",
  );
  return {
    durationMs: Number.POSITIVE_INFINITY,
    async renew(jobs) {
      const rows = await current([JSON.stringify(jobs.map(({ attempt }) => attempt))]);
      return rows.map(([attempt]) => ({ attempt, isReplaced: false }));
    },
    release: async () => {},
  };
}
