import { conflictOn } from "../computer-record.ts";
import type { Engine, Plan, Plans } from "../engine.ts";
import { type ComputerWrite, createGroupPlans, type GroupMember } from "./group-plans.ts";
import { Lane } from "./lane.ts";
import { createOtherSessions } from "./other-sessions.ts";
import { type AfterCommit, type Group, halvesOf, type QueuedWrite } from "./queued-write.ts";

/** How long a lane handles deferred writes in further groups before it lets other writes in, in milliseconds. */
const repeatsMs = 5;
/** The most writes in a group. */
const maxWrites = 500;

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

/**
 * Collects the writes that arrive while others are in flight, and commits them together with one sync. If a unique
 * index refuses the group, the writes whose name or host is taken are refused, and the others committed together.
 */
export function createGroupCommit(engine: Engine): GroupCommit {
  const plans = createGroupPlans(engine);
  const lane = laneOf(engine.maxGroups);
  const others =
    engine.otherSessions &&
    createOtherSessions({
      engine,
      otherSessions: engine.otherSessions,
      free: lane,
      locked: laneOf(1),
      reject,
    });

  function laneOf(maxGroups: number): Lane<QueuedWrite> {
    const lane: Lane<QueuedWrite> = new Lane({
      maxGroups,
      maxMembers: maxWrites,
      run: (writes) =>
        engine
          .commitAll((afterCommit) => commitGroups(writes, lane, afterCommit))
          .catch((error: unknown) => reject(writes, error)),
    });
    return lane;
  }

  function reject(writes: Group, error: unknown): void {
    for (const { caller } of writes) caller.reject(engine.asStorageError(error));
  }

  /** Commits all writes, together or in parts. */
  function* commitGroups(writes: Group, lane: Lane<QueuedWrite>, afterCommit: AfterCommit): Plans {
    const startedAt = performance.now();
    const groups = [writes];
    const later: QueuedWrite[] = [];
    for (let group = groups.pop(); group !== undefined; group = groups.pop()) {
      if (group.length === 0) continue;
      try {
        const plan = plans.commit(group, others?.lockMs(group, lane));
        const waiting = (yield plan) as ReadonlySet<GroupMember>;
        const committed = group.filter((write) => !waiting.has(write));
        const left = group.filter((write) => waiting.has(write));
        if (performance.now() - startedAt < repeatsMs) groups.unshift(left);
        else later.push(...left);
        afterCommit(() => {
          others?.committed(committed);
          for (const write of committed) settle(write);
        });
      } catch (error) {
        groups.push(...(yield* remainingAfter(error, group, lane, afterCommit)).toReversed());
      }
    }
    // Behind newer writes, so that these need not wait for one transaction per renaming of the same computer.
    afterCommit(() => {
      for (const write of later) lane.add(write);
    });
  }

  /** Rejects the writes of a failed transaction that cannot succeed, and returns the others in groups to retry. */
  function* remainingAfter(
    error: unknown,
    group: Group,
    lane: Lane<QueuedWrite>,
    afterCommit: AfterCommit,
  ): Generator<Plan<unknown>, readonly Group[], unknown> {
    const conflict = engine.conflictOf(error);
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
    const kind = engine.kindOf(error);
    if ((kind === "collision" || kind === "unreadable") && group.length > 1) return halvesOf(group);
    if (others !== undefined) return yield* others.remainingAfter({ error, kind, group, lane, afterCommit });
    afterCommit(() => reject(group, error));
    return [];
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

  return {
    write<Result>(write: ComputerWrite<Result> & NoPromise<Result>) {
      const caller = Promise.withResolvers<Result>();
      const queued: QueuedWrite = { ...write, caller: caller as PromiseWithResolvers<unknown> };
      if (others === undefined) lane.add(queued);
      else others.add(queued);
      return caller.promise;
    },
    async idle() {
      // In this order, because writes move from one lane to the other.
      await lane.idle();
      await others?.idle();
    },
  };
}

/** Settles the caller's promise, after the commit. */
function settle({ outcome, caller }: QueuedWrite): void {
  if (outcome === undefined || "error" in outcome) caller.reject(outcome?.error);
  else caller.resolve(outcome.result);
}
