import { conflictOn } from "../computer-record.ts";
import type { Engine, Plan, Plans } from "../engine.ts";
import { type ComputerWrite, createGroupPlans, type GroupMember } from "./group-plans.ts";
import { Lane } from "./lane.ts";

/** How long a group waits for a lock before the writes that need it leave the group, in milliseconds. */
const briefLockMs = 100;
/** How long a lane handles deferred writes in further groups before it lets other writes in, in milliseconds. */
const repeatsMs = 5;
/** The most writes in a group. */
const maxWrites = 500;
/** How often a write is tried if it deadlocks or its connection breaks before the commit. */
const maxAttempts = 4;
/** How long a write is retried, in milliseconds; after that, its caller has waited long enough. */
export const repeatLimitMs = 8_000;

/** Runs the writes that arrive together in one transaction. */
export interface GroupCommit {
  /**
   * The result or error of `apply` reaches the caller only after the commit. An `apply` that returns a promise does not
   * compile, because nothing is awaited inside a transaction.
   */
  write<Result>(write: ComputerWrite<Result> & NoPromise<Result>): Promise<Result>;
  /** Resolves when no write is waiting. */
  idle(): Promise<void>;
}

/** Fits everything, unless the result may be a promise. */
type NoPromise<Result> = [Extract<Result, PromiseLike<unknown>>] extends [never] ? unknown : never;

/** A write whose caller is waiting for its commit. */
interface QueuedWrite extends GroupMember {
  readonly caller: PromiseWithResolvers<unknown>;
  readonly giveUpAt: number;
  attempts: number;
  /** Whether it, or a write in the same transaction, has waited for a lock for as long as a statement may. */
  hasWaited: boolean;
}

/** Writes for one transaction. */
type Group = readonly QueuedWrite[];
/** Takes a callback to run once the transactions so far are on disk. */
type AfterCommit = (tell: () => void) => void;

/**
 * Collects the writes that arrive while others are in flight, and commits them together with one sync. If a unique
 * index refuses the group, the writes whose name or host is taken are refused, and the others committed together.
 * Writes to a computer that another session has locked use a separate lane until one succeeds, so that other writes
 * continue. Only in that lane does a group wait for a lock for as long as a statement may.
 */
export function createGroupCommit(engine: Engine): GroupCommit {
  const plans = createGroupPlans(engine);
  const lockedIds = new Set<string>();
  const free = laneOf(engine.maxGroups, true);
  const locked = laneOf(1, false);
  engine.onRefusal?.((refusal) => {
    for (const lane of [free, locked]) reject(lane.takeWaiting(), refusal);
  });

  function laneOf(maxGroups: number, isFree: boolean): Lane<QueuedWrite> {
    return new Lane({
      maxGroups,
      maxMembers: maxWrites,
      run: (writes) =>
        engine
          .commitAll((afterCommit) => commitGroups(writes, isFree, afterCommit))
          .catch((error: unknown) => reject(writes, error)),
    });
  }

  function reject(writes: Group, error: unknown): void {
    for (const { caller } of writes) caller.reject(engine.asStorageError(error));
  }

  /** Commits all writes, together or in parts. */
  function* commitGroups(writes: Group, isFree: boolean, afterCommit: AfterCommit): Plans {
    const startedAt = performance.now();
    const groups = [writes];
    const later: QueuedWrite[] = [];
    for (let group = groups.pop(); group !== undefined; group = groups.pop()) {
      if (group.length === 0) continue;
      // In the lane of locked computers a group waits longer, unless one of its writes already has.
      const isBrief = isFree || group.some(({ hasWaited }) => hasWaited);
      try {
        const lockMs = engine.findLocked && isBrief ? briefLockMs : undefined;
        const waiting = (yield plans.commit(group, lockMs)) as ReadonlySet<GroupMember>;
        const committed = group.filter((write) => !waiting.has(write));
        const left = group.filter((write) => waiting.has(write));
        if (performance.now() - startedAt < repeatsMs) groups.unshift(left);
        else later.push(...left);
        afterCommit(() => {
          for (const write of committed) lockedIds.delete(write.computerId);
          for (const write of committed) settle(write);
        });
      } catch (error) {
        groups.push(...(yield* remainingAfter(error, group, isFree, afterCommit)).toReversed());
      }
    }
    // Behind newer writes, so that these need not wait for one transaction per renaming of the same computer.
    afterCommit(() => {
      for (const write of later) (isFree ? free : locked).add(write);
    });
  }

  /** Rejects the writes of a failed transaction that cannot succeed, and returns the others in groups to retry. */
  function* remainingAfter(
    error: unknown,
    group: Group,
    isFree: boolean,
    afterCommit: AfterCommit,
  ): Generator<Plan<unknown>, readonly Group[], unknown> {
    const conflict = engine.conflictOf(error);
    const kind = engine.kindOf(error);
    if (conflict !== undefined) {
      const taken = yield* takenAmong(group);
      for (const write of group) {
        const index = taken.get(write) ?? (group.length === 1 ? conflict : undefined);
        if (index !== undefined) afterCommit(() => write.caller.reject(conflictOn(index, write.computerId)));
      }
      if (taken.size > 0) return [group.filter((write) => !taken.has(write))];
      // The conflict is gone.
      return group.length === 1 ? [] : halvesOf(group);
    }
    if ((kind === "collision" || kind === "unreadable") && group.length > 1) return halvesOf(group);
    if (kind === "locked" || kind === "late") {
      const ids = yield* lockedAmong(group);
      for (const id of ids) lockedIds.add(id);
      if (ids.length === 0 && group.length > 1) {
        // One of them waits for something other than a computer, such as a name.
        for (const write of group) write.hasWaited = !isFree;
        return halvesOf(group);
      }
      if (isFree) return leaveLocked(group, ids);
      if (ids.length > 0) return [rejectUnless((write) => !ids.includes(write.computerId))];
    }
    const canRepeat = kind === "collision" || kind === "lost";
    const now = performance.now();
    for (const write of group) write.attempts += 1;
    return [rejectUnless((write) => canRepeat && write.attempts < maxAttempts && now < write.giveUpAt)];

    function rejectUnless(mayTry: (write: QueuedWrite) => boolean): Group {
      const refused = group.filter((write) => !mayTry(write));
      afterCommit(() => reject(refused, error));
      return group.filter(mayTry);
    }
  }

  /** Moves the writes that wait for a lock to the lane of locked computers. */
  function leaveLocked(group: Group, ids: readonly string[]): readonly Group[] {
    const isLocked = ({ computerId }: QueuedWrite) => ids.length === 0 || ids.includes(computerId);
    for (const write of group.filter(isLocked)) locked.add(write);
    return [group.filter((write) => !isLocked(write))];
  }

  /**
   * The writes whose new name or host another computer has, with the word for the unique index; none if the database
   * cannot say.
   */
  function* takenAmong(group: Group): Generator<Plan<unknown>, ReadonlyMap<GroupMember, string>, unknown> {
    try {
      return (yield plans.findTaken(group)) as ReadonlyMap<GroupMember, string>;
    } catch {
      return new Map();
    }
  }

  /** The IDs of the group's computers that another session has locked; all of them if the database cannot say. */
  function* lockedAmong(group: Group): Generator<Plan<unknown>, readonly string[], unknown> {
    const ids = group.map(({ computerId }) => computerId);
    try {
      return engine.findLocked ? ((yield engine.findLocked(ids)) as readonly string[]) : ids;
    } catch {
      return ids;
    }
  }

  return {
    write<Result>(write: ComputerWrite<Result> & NoPromise<Result>) {
      const refusal = engine.refusal?.();
      if (refusal !== undefined) return Promise.reject(engine.asStorageError(refusal));
      const caller = Promise.withResolvers<Result>();
      const lane = lockedIds.has(write.computerId) ? locked : free;
      lane.add({
        ...write,
        caller: caller as PromiseWithResolvers<unknown>,
        giveUpAt: performance.now() + repeatLimitMs,
        attempts: 0,
        hasWaited: false,
      });
      return caller.promise;
    },
    async idle() {
      // In this order, because writes move from one lane to the other.
      await free.idle();
      await locked.idle();
    },
  };
}

/** Settles the caller's promise, after the commit. */
function settle({ outcome, caller }: QueuedWrite): void {
  if (outcome === undefined || "error" in outcome) caller.reject(outcome?.error);
  else caller.resolve(outcome.result);
}

function halvesOf(group: Group): readonly Group[] {
  const middle = group.length >> 1;
  return [group.slice(0, middle), group.slice(middle)];
}
