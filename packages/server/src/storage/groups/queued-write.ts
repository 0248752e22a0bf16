import type { GroupMember } from "./group-plans.ts";

/** A write whose caller is waiting for its commit. */
export interface QueuedWrite extends GroupMember {
  readonly caller: PromiseWithResolvers<unknown>;
  /** Set on an engine that other sessions use. */
  trials?: Trials;
}

/** How often a write was tried, and until when it is. */
export interface Trials {
  readonly giveUpAt: number;
  attempts: number;
  /** Whether it, or a write in the same transaction, has waited for a lock for as long as a statement may. */
  hasWaited: boolean;
}

/** Writes for one transaction. */
export type Group = readonly QueuedWrite[];

/** Takes a callback to run once the transactions so far are on disk. */
export type AfterCommit = (tell: () => void) => void;

/** Both halves of a group, to find the write that makes it fail. */
export function halvesOf(group: Group): readonly Group[] {
  const middle = group.length >> 1;
  return [group.slice(0, middle), group.slice(middle)];
}
