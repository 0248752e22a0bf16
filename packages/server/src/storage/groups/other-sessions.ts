import type { Engine, FailureKind, Plan } from "../engine.ts";
import type { Lane } from "./lane.ts";
import { type AfterCommit, type Group, halvesOf, type QueuedWrite, type Trials } from "./queued-write.ts";

/** How long a group waits for a lock before the writes that need it leave the group, in milliseconds. */
const briefLockMs = 100;
/** How often a write is tried if it deadlocks or its connection breaks before the commit; a read, if that breaks. */
export const maxAttempts = 4;
/** How long a request is retried, in milliseconds; after that, its caller has waited long enough. */
export const repeatLimitMs = 8_000;

/** What writes need on an engine that other sessions use: they hold locks and deadlock, and connections break. */
export interface OtherSessions {
  /** Adds a write to its lane, or rejects it while this node refuses writes. */
  add(write: QueuedWrite): void;
  /** How long a group waits for a lock, in milliseconds; by default as long as a statement may. */
  lockMs(group: Group, lane: Lane<QueuedWrite>): number | undefined;
  committed(writes: Group): void;
  /** Rejects the writes of a failed transaction that cannot succeed, and returns the others in groups to retry. */
  remainingAfter(failure: Failure): Generator<Plan<unknown>, readonly Group[], unknown>;
  /** Resolves when no write waits in the lane of locked computers. */
  idle(): Promise<void>;
}

/** A failed transaction. */
interface Failure {
  readonly error: unknown;
  readonly kind: FailureKind | undefined;
  readonly group: Group;
  readonly lane: Lane<QueuedWrite>;
  readonly afterCommit: AfterCommit;
}

/** The context of {@link OtherSessions}. */
interface OtherSessionsOptions {
  readonly engine: Pick<Engine, "asStorageError">;
  readonly otherSessions: NonNullable<Engine["otherSessions"]>;
  readonly free: Lane<QueuedWrite>;
  readonly locked: Lane<QueuedWrite>;
  readonly reject: (writes: Group, error: unknown) => void;
}

/**
 * Writes to a computer that another session has locked use a separate lane until one succeeds, so that other writes
 * continue. Only in that lane does a group wait for a lock for as long as a statement may.
 */
export function createOtherSessions(options: OtherSessionsOptions): OtherSessions {
  const { otherSessions, free, locked, reject } = options;
  const lockedIds = new Set<string>();
  otherSessions.onRefusal((refusal) => {
    for (const lane of [free, locked]) reject(lane.takeWaiting(), refusal);
  });

  /** Moves the writes that wait for a lock to the lane of locked computers. */
  function leaveLocked(group: Group, ids: readonly string[]): readonly Group[] {
    const isLocked = ({ computerId }: QueuedWrite) => ids.length === 0 || ids.includes(computerId);
    for (const write of group.filter(isLocked)) locked.add(write);
    return [group.filter((write) => !isLocked(write))];
  }

  /** The IDs of the group's computers that another session has locked; all of them if the database cannot say. */
  function* lockedAmong(group: Group): Generator<Plan<unknown>, readonly string[], unknown> {
    const ids = group.map(({ computerId }) => computerId);
    try {
      return (yield otherSessions.findLocked(ids)) as readonly string[];
    } catch {
      return ids;
    }
  }

  const trialsOf = ({ trials }: QueuedWrite) => trials as Trials;

  return {
    add(write) {
      const refusal = otherSessions.refusal();
      if (refusal !== undefined) return reject([write], refusal);
      const giveUpAt = performance.now() + repeatLimitMs;
      write.trials = { giveUpAt, attempts: 0, hasWaited: false };
      const lane = lockedIds.has(write.computerId) ? locked : free;
      lane.add(write);
    },
    lockMs(group, lane) {
      // In the lane of locked computers a group waits longer, unless one of its writes already has.
      const isBrief = lane === free || group.some((write) => trialsOf(write).hasWaited);
      return isBrief ? briefLockMs : undefined;
    },
    committed(writes) {
      if (lockedIds.size === 0) return;
      for (const { computerId } of writes) lockedIds.delete(computerId);
    },
    *remainingAfter({ error, kind, group, lane, afterCommit }) {
      if (kind === "locked" || kind === "late") {
        const ids = yield* lockedAmong(group);
        for (const id of ids) lockedIds.add(id);
        if (ids.length === 0 && group.length > 1) {
          // One of them waits for something other than a computer, such as a name.
          for (const write of group) trialsOf(write).hasWaited = lane === locked;
          return halvesOf(group);
        }
        if (lane === free) return leaveLocked(group, ids);
        if (ids.length > 0) return [rejectUnless((write) => !ids.includes(write.computerId))];
      }
      const canRepeat = kind === "collision" || kind === "lost";
      const now = performance.now();
      for (const write of group) trialsOf(write).attempts += 1;
      return [
        rejectUnless((write) => {
          const { attempts, giveUpAt } = trialsOf(write);
          return canRepeat && attempts < maxAttempts && now < giveUpAt;
        }),
      ];

      function rejectUnless(mayTry: (write: QueuedWrite) => boolean): Group {
        const refused = group.filter((write) => !mayTry(write));
        afterCommit(() => reject(refused, error));
        return group.filter(mayTry);
      }
    },
    idle: () => locked.idle(),
  };
}
