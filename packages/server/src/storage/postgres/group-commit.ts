import type { ClientBase } from "pg";
import { StorageError } from "../../computers/store-errors.ts";
import { conflictOn, textWithSteps } from "../computer-record.ts";
import type { ComputerWrite, GroupChanges } from "../computer-store.ts";
import { isStorable } from "../database-text.ts";
import { Lane } from "../lane.ts";
import { PendingWrite } from "../pending-write.ts";
import { identifyServer, LostCommitError, resolveLostCommit } from "./commit-outcome.ts";
import { type Connections, repeatLimitMs } from "./connections.ts";
import { type LockedRow, openGroup, RenamedTwiceError } from "./group-changes.ts";
import { lockJobs } from "./job-table.ts";
import {
  asStorageError,
  isCollision,
  isConnectionLost,
  isLockTimeout,
  violatedIndex,
} from "./postgres-error.ts";
import { allSettled, inTransaction, send } from "./transaction.ts";

/** How many groups may be in flight: while one waits for a lock or the disk, another one continues. */
const maxGroups = 2;
/** How long a group waits for a lock before the writes that wait for it leave the group, in milliseconds. */
const briefLockMs = 100;
/** How many writes a group has at most. */
const maxWrites = 500;
/** How often a write is tried that deadlocked, or whose connection broke before its commit. */
const maxAttempts = 4;

/** Runs the writes that arrive together in one transaction. */
export interface GroupCommit {
  /** The result or error of `apply` reaches the caller only after the commit. */
  write<Result>(write: ComputerWrite<Result>): Promise<Result>;
  figures(): { readonly commits: number; readonly commitSeconds: number };
  /** Resolves when nothing is waiting. */
  idle(): Promise<void>;
}

/** A write that may have to be tried again. */
class QueuedWrite extends PendingWrite<GroupChanges> {
  readonly computerId: string;
  readonly needsJob: boolean;
  readonly giveUpAt = performance.now() + repeatLimitMs;
  attempts = 0;
  /** Whether it has waited for a lock for as long as a statement may, or one that shared a transaction with it. */
  hasWaited = false;

  constructor(
    { computerId, needsJob, apply }: ComputerWrite<unknown>,
    caller: PromiseWithResolvers<unknown>,
  ) {
    super(apply, caller);
    this.computerId = computerId;
    this.needsJob = needsJob;
  }
}

/** Writes for one transaction. */
type Group = readonly QueuedWrite[];

/**
 * Collects the writes that come while others are on their way, and commits them together: two waits for the database and
 * one sync serve all of them. The computers are locked in the order of their IDs, so two nodes that write the same ones wait for each
 * other and do not deadlock. If a unique index refuses the group, its halves are committed separately, down to the one write that is refused.
 * A computer that another session keeps locked gets its own lane until a write of it succeeds, so that others continue: there
 * alone, a group waits for a lock for as long as a statement may.
 */
export function createGroupCommit(connections: Connections): GroupCommit {
  const lockedIds = new Set<string>();
  const free = new Lane<QueuedWrite>({
    maxGroups,
    maxMembers: maxWrites,
    run: (writes) => commitAll(writes, true),
  });
  const locked = new Lane<QueuedWrite>({
    maxGroups: 1,
    maxMembers: maxWrites,
    run: (writes) => commitAll(writes, false),
  });
  connections.commits.onRefusal((refusal) => {
    for (const lane of [free, locked])
      for (const write of lane.takeWaiting()) write.reject(asStorageError(refusal));
  });
  let commits = 0;
  let commitSeconds = 0;

  /** Commits all of them, together or in parts; never rejects. */
  async function commitAll(writes: Group, isFree: boolean): Promise<void> {
    const groups = [writes];
    for (let group = groups.pop(); group !== undefined; group = groups.pop()) {
      if (group.length > 0) groups.push(...(await commitGroup(group, isFree)).toReversed());
    }
  }

  /** Tries one transaction, and returns the groups in which the remaining writes are to be tried, in their order. */
  async function commitGroup(group: Group, isFree: boolean): Promise<readonly Group[]> {
    const startedAt = performance.now();
    const lockMs = isFree || group.some(({ hasWaited }) => hasWaited) ? briefLockMs : undefined;
    try {
      const done = await connections.commits
        .run(() => connections.use((client) => runGroup(client, group, lockMs)))
        .catch((error: unknown) => resolveLostCommit(connections, error));
      commits += 1;
      commitSeconds += (performance.now() - startedAt) / 1000;
      for (const write of group.slice(0, done)) {
        lockedIds.delete(write.computerId);
        write.settle();
      }
      return [group.slice(done)];
    } catch (error) {
      return remainingAfter(error, group, isFree);
    }
  }

  /** Rejects the writes of a failed transaction that cannot succeed, and returns the groups in which to try the others. */
  async function remainingAfter(error: unknown, group: Group, isFree: boolean): Promise<readonly Group[]> {
    const index = violatedIndex(error);
    if (index !== undefined || isCollision(error)) {
      if (group.length > 1) return halvesOf(group);
    }
    if (index !== undefined) {
      for (const write of group)
        write.reject(conflictOn(index.replace("computers_by_", ""), write.computerId));
      return [];
    }
    if (isLockTimeout(error)) {
      const ids = await lockedAmong(group);
      for (const id of ids) lockedIds.add(id);
      if (ids.length === 0 && group.length > 1) {
        // One of them waits for something else than a computer, such as a name.
        for (const write of group) write.hasWaited = !isFree;
        return halvesOf(group);
      }
      if (isFree) return leaveLocked(group, ids);
      if (ids.length > 0) return [rejectUnless((write) => !ids.includes(write.computerId), group, error)];
    }
    const canRepeat = isCollision(error) || (isConnectionLost(error) && !isUnknown(error));
    const now = performance.now();
    for (const write of group) write.attempts += 1;
    return [
      rejectUnless(
        (write) => canRepeat && write.attempts < maxAttempts && now < write.giveUpAt,
        group,
        error,
      ),
    ];
  }

  /** Moves the writes that wait for a lock to the other lane. */
  function leaveLocked(group: Group, ids: readonly string[]): readonly Group[] {
    const isLocked = ({ computerId }: QueuedWrite) => ids.length === 0 || ids.includes(computerId);
    for (const write of group.filter(isLocked)) locked.add(write);
    return [group.filter((write) => !isLocked(write))];
  }

  /** The IDs of the group's computers that another session has locked: all of them if the database does not tell. */
  async function lockedAmong(group: Group): Promise<readonly string[]> {
    const ids = group.map(({ computerId }) => computerId);
    return connections.use((client) => findLocked(client, ids.filter(isStorable))).catch(() => ids);
  }

  return {
    write<Result>(write: ComputerWrite<Result>) {
      const refusal = connections.commits.refusal();
      if (refusal !== undefined) return Promise.reject(asStorageError(refusal));
      const caller = Promise.withResolvers<Result>();
      const lane = lockedIds.has(write.computerId) ? locked : free;
      lane.add(new QueuedWrite(write, caller as PromiseWithResolvers<unknown>));
      return caller.promise;
    },
    figures: () => ({ commits, commitSeconds }),
    async idle() {
      // In this order, because writes leave the one lane for the other.
      await free.idle();
      await locked.idle();
    },
  };
}

function halvesOf(group: Group): readonly Group[] {
  const middle = group.length >> 1;
  return [group.slice(0, middle), group.slice(middle)];
}

function rejectUnless(mayTry: (write: QueuedWrite) => boolean, group: Group, error: unknown): Group {
  for (const write of group) if (!mayTry(write)) write.reject(asStorageError(error));
  return group.filter(mayTry);
}

const lockQuery = {
  name: "lock-computers",
  text: `
    select id, owner_id, ${textWithSteps}, pg_current_xact_id() from compute_host.computers
    where id = any($1) order by id for update`,
};

const lockedQuery = {
  name: "find-locked",
  text: `
    with free as (select id from compute_host.computers where id = any($1) for update skip locked),
      free_jobs as (select computer_id from compute_host.jobs where computer_id = any($1) for update skip locked)
    select id from compute_host.computers where id = any($1) and id not in (select id from free)
    union
    select computer_id from compute_host.jobs
    where computer_id = any($1) and computer_id not in (select computer_id from free_jobs)`,
};

/** Of these computers, those that another transaction has locked, or their jobs. */
async function findLocked(client: ClientBase, ids: readonly string[]): Promise<readonly string[]> {
  return inTransaction(client, async () => {
    // Where the whole table is locked, all of them are.
    await client.query("begin; set local lock_timeout = 200");
    const { rows } = await client.query<[string]>({ ...lockedQuery, values: [ids], rowMode: "array" });
    await client.query("rollback");
    return rows.map(([id]) => id);
  });
}

/** Runs writes in a transaction, and returns how many of them are in it: from the beginning on. */
async function runGroup(client: ClientBase, group: Group, lockMs?: number): Promise<number> {
  const idsOf = (writes: Group) =>
    [...new Set(writes.map(({ computerId }) => computerId))].filter(isStorable);
  const [server, , locked, attempts] = await inTransaction(client, () =>
    allSettled([
      identifyServer(client),
      client.query(lockMs === undefined ? "begin" : `begin; set local lock_timeout = ${lockMs}`),
      client.query<[...LockedRow]>({
        ...lockQuery,
        values: [idsOf(group)],
        rowMode: "array",
      }),
      lockJobs(client, idsOf(group.filter(({ needsJob }) => needsJob))),
    ]),
  );
  const changes = openGroup(locked.rows, attempts);
  const done = runUntilRenamedTwice(group, changes);
  await send(client, changes.statements()).catch((error: unknown) => {
    if (!isUnknown(error)) throw error;
    throw new LostCommitError(error, { id: locked.rows[0]?.[3], server, writes: done });
  });
  return done;
}

/** Runs writes until one of them has to wait for the next transaction. */
function runUntilRenamedTwice(group: Group, changes: GroupChanges): number {
  for (const [index, write] of group.entries()) {
    write.run(changes);
    if (write.error instanceof RenamedTwiceError) return index;
  }
  return group.length;
}

function isUnknown(error: unknown): error is StorageError {
  return error instanceof StorageError && !error.isUnprocessed;
}
