import type { ClientBase } from "pg";
import { StorageError } from "../../computers/store-errors.ts";
import { whenGathered } from "../gather-writes.ts";
import { conflictOf } from "./computer-rows.ts";
import { type Connections, repeatLimitMs } from "./connections.ts";
import { type GroupChanges, type JobTable, openGroup, RenamedTwiceError } from "./group-changes.ts";
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
/** How many writes a group has at most. */
const maxWrites = 500;
/** How often a write is tried that deadlocked, or whose connection broke before its commit. */
const maxAttempts = 4;

/** A change of a computer. */
export interface ComputerWrite<Result> {
  readonly computerId: string;
  /** Whether it asks for the computer's job. */
  readonly needsJob?: boolean;
  /** Makes the change. Called again when the transaction is repeated, so it has no effect but through what it is given. */
  readonly apply: (changes: GroupChanges) => Result;
}

/** Runs the writes that arrive together in one transaction. */
export interface GroupCommit {
  /** The result or error of `apply` reaches the caller only after the commit. */
  write<Result>(write: ComputerWrite<Result>): Promise<Result>;
  figures(): { readonly commits: number; readonly commitSeconds: number };
  /** Resolves when nothing is waiting. */
  idle(): Promise<void>;
}

interface PendingWrite {
  readonly write: ComputerWrite<unknown>;
  outcome: { readonly result: unknown } | { readonly error: unknown } | undefined;
  attempts: number;
  readonly giveUpAt: number;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Writes that wait for a group. */
interface Lane {
  readonly waiting: PendingWrite[];
  readonly maxGroups: number;
  running: number;
  isScheduled: boolean;
}

/**
 * Collects the writes that come while others are on their way, and commits them together: two waits for the database and
 * one sync serve all of them. The computers are locked in the order of their IDs, so two nodes that write the same ones wait for each
 * other and do not deadlock. If a unique index refuses the group, its halves are committed separately, down to the one write that is refused.
 * A computer that something else keeps locked gets its own lane until a write of it succeeds, so that others continue.
 */
export function createGroupCommit(connections: Connections, jobs: JobTable): GroupCommit {
  const free: Lane = { waiting: [], maxGroups, running: 0, isScheduled: false };
  const stuck: Lane = { waiting: [], maxGroups: 1, running: 0, isScheduled: false };
  const lockedIds = new Set<string>();
  let commits = 0;
  let commitSeconds = 0;
  const onIdle: (() => void)[] = [];

  function schedule(lane: Lane): void {
    if (lane.isScheduled || lane.running >= lane.maxGroups || lane.waiting.length === 0) return;
    lane.isScheduled = true;
    whenGathered(
      () => lane.waiting.length,
      () => start(lane),
    );
  }

  async function start(lane: Lane): Promise<void> {
    lane.isScheduled = false;
    const group = lane.waiting.splice(0, maxWrites);
    lane.running += 1;
    schedule(lane);
    await commitAll(group);
    lane.running -= 1;
    schedule(lane);
    if (!isIdle()) return;
    for (const tell of onIdle.splice(0)) tell();
  }

  function isIdle(): boolean {
    return [free, stuck].every(({ running, waiting }) => running === 0 && waiting.length === 0);
  }

  /** Commits all of them, together or in parts; never rejects. */
  async function commitAll(writes: readonly PendingWrite[]): Promise<void> {
    const startedAt = performance.now();
    try {
      const done = await connections.use((client) => runGroup(client, writes, jobs));
      commits += 1;
      commitSeconds += (performance.now() - startedAt) / 1000;
      for (const write of writes.slice(0, done)) {
        lockedIds.delete(write.write.computerId);
        settle(write);
      }
      if (done < writes.length) await commitAll(writes.slice(done));
    } catch (error) {
      await recover(writes, error);
    }
  }

  async function recover(writes: readonly PendingWrite[], error: unknown): Promise<void> {
    const [first] = writes;
    const isConflict = violatedIndex(error) !== undefined;
    if ((isConflict || isCollision(error)) && writes.length > 1) {
      const middle = writes.length >> 1;
      await commitAll(writes.slice(0, middle));
      await commitAll(writes.slice(middle));
      return;
    }
    if (isLockTimeout(error) && (await commitUnlocked(writes, error))) return;
    if (isConflict && first !== undefined) return first.reject(conflictOf(error, first.write.computerId));
    const canRepeat = isCollision(error) || (isConnectionLost(error) && !isUnknown(error));
    const now = performance.now();
    const again = canRepeat
      ? writes.filter((write) => ++write.attempts < maxAttempts && now < write.giveUpAt)
      : [];
    for (const write of writes) if (!again.includes(write)) write.reject(asStorageError(error));
    if (again.length > 0) await commitAll(again);
  }

  /** Refuses the writes of computers that something else has locked and commits the others; `false` when none is locked. */
  async function commitUnlocked(writes: readonly PendingWrite[], error: unknown): Promise<boolean> {
    const ids = [...new Set(writes.map(({ write }) => write.computerId))];
    const locked = await connections.use((client) => findLocked(client, ids)).catch(() => ids);
    for (const id of locked) lockedIds.add(id);
    const others = writes.filter(({ write }) => !locked.includes(write.computerId));
    for (const write of writes) if (!others.includes(write)) write.reject(asStorageError(error));
    if (locked.length > 0 && others.length > 0) await commitAll(others);
    return locked.length > 0;
  }

  return {
    write: <Result>(write: ComputerWrite<Result>) =>
      new Promise<Result>((resolve, reject) => {
        const giveUpAt = performance.now() + repeatLimitMs;
        const pending = { write, outcome: undefined, attempts: 0, giveUpAt, resolve, reject };
        const lane = lockedIds.has(write.computerId) ? stuck : free;
        lane.waiting.push(pending as PendingWrite);
        schedule(lane);
      }),
    figures: () => ({ commits, commitSeconds }),
    idle: () =>
      new Promise((resolve) => {
        if (isIdle()) resolve();
        else onIdle.push(resolve);
      }),
  };
}

function settle({ outcome, resolve, reject }: PendingWrite): void {
  if (outcome === undefined) reject(new Error("the write was not run"));
  else if ("error" in outcome) reject(outcome.error);
  else resolve(outcome.result);
}

const lockQuery = {
  name: "lock-computers",
  text: "select id, owner_id, head, steps from compute_host.computers where id = any($1) order by id for update",
  binary: true,
};

const lockedQuery = {
  name: "find-locked",
  text: `
    with free as (select id from compute_host.computers where id = any($1) for update skip locked)
    select id from compute_host.computers where id = any($1) and id not in (select id from free)`,
};

/** Of these computers, those that another transaction has locked. */
async function findLocked(client: ClientBase, ids: readonly string[]): Promise<readonly string[]> {
  return inTransaction(client, async () => {
    // Where the whole table is locked, all of them are.
    await client.query("begin; set local lock_timeout = 200");
    const { rows } = await client.query<[string]>({ ...lockedQuery, values: [ids], rowMode: "array" });
    await client.query("rollback");
    return rows.map(([id]) => id);
  });
}

type LockedRow = [id: string, ownerId: string, head: string, steps: string];

/** Runs writes in a transaction, and returns how many of them are in it: from the beginning on. */
async function runGroup(
  client: ClientBase,
  writes: readonly PendingWrite[],
  jobs: JobTable,
): Promise<number> {
  const ids = [...new Set(writes.map(({ write }) => write.computerId))];
  const withJob = new Set(writes.flatMap(({ write }) => (write.needsJob ? [write.computerId] : [])));
  const [, locked, attempts] = await inTransaction(client, () =>
    allSettled([
      client.query("begin"),
      client.query<LockedRow>({ ...lockQuery, values: [ids], rowMode: "array" }),
      withJob.size === 0 ? new Map<string, number>() : jobs.lock(client, [...withJob]),
    ]),
  );
  const changes = openGroup(locked.rows, attempts);
  const done = applyAll(writes, changes);
  await send(client, [...changes.statements(), ...jobs.statements(changes)]);
  return done;
}

/** Applies writes until one of them has to wait for the next transaction. */
function applyAll(writes: readonly PendingWrite[], changes: GroupChanges): number {
  for (const [index, pending] of writes.entries()) {
    try {
      pending.outcome = { result: pending.write.apply(changes) };
    } catch (error) {
      if (error instanceof RenamedTwiceError) return index;
      pending.outcome = { error };
    }
  }
  return writes.length;
}

function isUnknown(error: unknown): boolean {
  return error instanceof StorageError && !error.isUnprocessed;
}
