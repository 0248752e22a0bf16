import type { ClientBase } from "pg";
import { StorageError } from "../../computers/store-errors.ts";
import { conflictOf } from "./computer-rows.ts";
import type { Connections } from "./connections.ts";
import { type GroupChanges, type JobTable, openGroup, RenamedTwiceError } from "./group-changes.ts";
import { asStorageError, isCollision, isConnectionLost, violatedIndex } from "./postgres-error.ts";
import { allSettled, inTransaction, send } from "./transaction.ts";

/** How many groups are on their way at a time: while one waits for a lock or the disk, another one goes on. */
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

/** Runs the writes of one turn of the event loop in one transaction. */
export interface GroupCommit {
  /** What `apply` returns or throws reaches the caller only after the commit. */
  write<Result>(write: ComputerWrite<Result>): Promise<Result>;
  figures(): { readonly commits: number; readonly commitSeconds: number };
  /** Resolves when nothing waits any more. */
  idle(): Promise<void>;
}

interface PendingWrite {
  readonly write: ComputerWrite<unknown>;
  outcome: { readonly result: unknown } | { readonly error: unknown } | undefined;
  attempts: number;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Collects the writes that come while others are on their way, and commits them together: two waits for the database and
 * one sync serve all of them. The computers are locked in the order of their IDs, so two nodes that write the same ones wait for each
 * other and do not deadlock. Where a unique index refuses the group, its halves are committed apart, down to the one write that is refused.
 */
export function createGroupCommit(connections: Connections, jobs: JobTable): GroupCommit {
  const waiting: PendingWrite[] = [];
  let running = 0;
  let isScheduled = false;
  let commits = 0;
  let commitSeconds = 0;
  const onIdle: (() => void)[] = [];

  function schedule(): void {
    if (isScheduled || running >= maxGroups || waiting.length === 0) return;
    isScheduled = true;
    setImmediate(start);
  }

  async function start(): Promise<void> {
    isScheduled = false;
    const group = waiting.splice(0, maxWrites);
    running += 1;
    schedule();
    await commitAll(group);
    running -= 1;
    schedule();
    if (running > 0 || waiting.length > 0) return;
    for (const tell of onIdle.splice(0)) tell();
  }

  /** Commits all of them, together or in parts; never rejects. */
  async function commitAll(writes: readonly PendingWrite[]): Promise<void> {
    const startedAt = performance.now();
    try {
      const done = await connections.use((client) => runGroup(client, writes, jobs));
      commits += 1;
      commitSeconds += (performance.now() - startedAt) / 1000;
      for (const write of writes.slice(0, done)) settle(write);
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
    if (isConflict && first !== undefined) return first.reject(conflictOf(error, first.write.computerId));
    const canRepeat = isCollision(error) || (isConnectionLost(error) && !isUnknown(error));
    const again = canRepeat ? writes.filter((write) => ++write.attempts < maxAttempts) : [];
    for (const write of writes) if (!again.includes(write)) write.reject(asStorageError(error));
    if (again.length > 0) await commitAll(again);
  }

  return {
    write: <Result>(write: ComputerWrite<Result>) =>
      new Promise<Result>((resolve, reject) => {
        const pending = { write, outcome: undefined, attempts: 0, resolve, reject };
        waiting.push(pending as PendingWrite);
        schedule();
      }),
    figures: () => ({ commits, commitSeconds }),
    idle: () =>
      new Promise((resolve) => {
        if (running === 0 && waiting.length === 0) resolve();
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
};

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
