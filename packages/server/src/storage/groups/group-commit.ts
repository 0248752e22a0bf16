import { conflictOn } from "../computer-record.ts";
import type { Engine, Plan, Plans } from "../engine.ts";
import { type ComputerWrite, createGroupPlans, type GroupMember } from "./group-plans.ts";
import { Lane } from "./lane.ts";

/** How long a group waits for a lock before the writes that wait for it leave the group, in milliseconds. */
const briefLockMs = 100;
/** How long a lane repeats what has to wait for a later group before it takes other writes in between, in milliseconds. */
const repeatsMs = 5;
/** How many writes a group has at most. */
const maxWrites = 500;
/** How often a write is tried that deadlocked, or whose connection broke before its commit. */
const maxAttempts = 4;
/** After how long a write is no longer repeated, because the caller has waited enough, in milliseconds. */
export const repeatLimitMs = 8_000;

/** Runs the writes that arrive together in one transaction. */
export interface GroupCommit {
  /** The result or error of `apply` reaches the caller only after the commit. */
  write<Result>(write: ComputerWrite<Result>): Promise<Result>;
  /** Resolves when nothing is waiting. */
  idle(): Promise<void>;
}

/** A write whose caller waits for its commit, and that may have to be tried again. */
interface QueuedWrite extends GroupMember {
  readonly caller: PromiseWithResolvers<unknown>;
  readonly giveUpAt: number;
  attempts: number;
  /** Whether it has waited for a lock for as long as a statement may, or one that shared a transaction with it. */
  hasWaited: boolean;
}

/** Writes for one transaction. */
type Group = readonly QueuedWrite[];
/** Takes what is to be told to callers once the transactions so far are on disk. */
type AfterCommit = (tell: () => void) => void;

/**
 * Collects the writes that come while others are on their way, and commits them together, with one sync for all of them. If a unique
 * index refuses the group, the writes whose name or host is taken are refused, and the others committed together.
 * A computer that another session keeps locked gets its own lane until a write of it succeeds, so that others continue: there
 * alone, a group waits for a lock for as long as a statement may.
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

  /** Commits all of them, together or in parts. */
  function* commitGroups(writes: Group, isFree: boolean, afterCommit: AfterCommit): Plans {
    const startedAt = performance.now();
    const groups = [writes];
    const later: QueuedWrite[] = [];
    for (let group = groups.pop(); group !== undefined; group = groups.pop()) {
      if (group.length === 0) continue;
      // In the lane of locked computers a group waits longer, but not with a write that has already done so.
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
    // Behind the writes that came meanwhile: they do not wait for as many transactions as one computer is renamed.
    afterCommit(() => {
      for (const write of later) (isFree ? free : locked).add(write);
    });
  }

  /** Rejects the writes of a failed transaction that cannot succeed, and returns the groups in which to try the others. */
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
      // What was in the way is gone.
      return group.length === 1 ? [] : halvesOf(group);
    }
    if ((kind === "collision" || kind === "unreadable") && group.length > 1) return halvesOf(group);
    if (kind === "locked" || kind === "late") {
      const ids = yield* lockedAmong(group);
      for (const id of ids) lockedIds.add(id);
      if (ids.length === 0 && group.length > 1) {
        // One of them waits for something else than a computer, such as a name.
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

  /** Moves the writes that wait for a lock to the other lane. */
  function leaveLocked(group: Group, ids: readonly string[]): readonly Group[] {
    const isLocked = ({ computerId }: QueuedWrite) => ids.length === 0 || ids.includes(computerId);
    for (const write of group.filter(isLocked)) locked.add(write);
    return [group.filter((write) => !isLocked(write))];
  }

  /** The writes whose new name or host another computer has, with the word for the unique index; none if the database does not tell. */
  function* takenAmong(group: Group): Generator<Plan<unknown>, ReadonlyMap<GroupMember, string>, unknown> {
    try {
      return (yield plans.findTaken(group)) as ReadonlyMap<GroupMember, string>;
    } catch {
      return new Map();
    }
  }

  /** The IDs of the group's computers that another session has locked: all of them if the database does not tell. */
  function* lockedAmong(group: Group): Generator<Plan<unknown>, readonly string[], unknown> {
    const ids = group.map(({ computerId }) => computerId);
    try {
      return engine.findLocked ? ((yield engine.findLocked(ids)) as readonly string[]) : ids;
    } catch {
      return ids;
    }
  }

  return {
    write<Result>(write: ComputerWrite<Result>) {
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
      // In this order, because writes leave the one lane for the other.
      await free.idle();
      await locked.idle();
    },
  };
}

/** Gives the caller the outcome, after the commit. */
function settle({ outcome, caller }: QueuedWrite): void {
  if (outcome === undefined || "error" in outcome) caller.reject(outcome?.error);
  else caller.resolve(outcome.result);
}

function halvesOf(group: Group): readonly Group[] {
  const middle = group.length >> 1;
  return [group.slice(0, middle), group.slice(middle)];
}
