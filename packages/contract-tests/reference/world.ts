import type { BugId } from "./bugs/bugs.ts";
import type { Computer } from "./computer.ts";
import type { Issuer, Principal } from "./credentials.ts";
import type { VariantId } from "./variants.ts";

/** State that only active bugs use; the correct implementation never reads it. */
export interface Flaws {
  readonly cache: Map<string, { readonly value: unknown; readonly until: number }>;
  /** Names that stay taken, as `owner name`. */
  readonly takenNames: Set<string>;
  readonly lockedIds: Set<string>;
  readonly authenticatedSockets: WeakSet<object>;
  /** Connections on which a body was left unread. */
  readonly garbledSockets: WeakSet<object>;
  /** Times of the latest links to a host by computer. */
  readonly linkedAt: Map<string, number>;
  /** Numbers of the latest updates by computer. */
  readonly updates: Map<string, number>;
  /** Times of the latest accepted retries by computer. */
  readonly retriedAt: Map<string, number>;
  principal: Principal | undefined;
  withSteps: boolean;
  writes: number;
}

/** The state of a reference implementation. */
export interface World {
  readonly bug: (id: BugId) => boolean;
  readonly variant: (id: VariantId) => boolean;
  /** The duration of an install session. */
  readonly installMs: number;
  readonly computers: Map<string, Computer>;
  readonly issuer: Issuer;
  readonly flaws: Flaws;
  readonly timers: Set<NodeJS.Timeout>;
  /** Requests of the current second, by principal, for the rate limit. */
  readonly requestCounts: Map<string, { second: number; count: number }>;
}

/** Creates empty state for bugs. */
export function noFlaws(): Flaws {
  return {
    cache: new Map(),
    takenNames: new Set(),
    lockedIds: new Set(),
    authenticatedSockets: new WeakSet(),
    garbledSockets: new WeakSet(),
    linkedAt: new Map(),
    updates: new Map(),
    retriedAt: new Map(),
    principal: undefined,
    withSteps: false,
    writes: 0,
  };
}

/** Returns the cached value of a key, or creates one and keeps it for the given time. */
export function cached<T>(world: World, key: string, forMs: number, make: () => T): T {
  const hit = world.flaws.cache.get(key);
  if (hit && hit.until > Date.now()) return hit.value as T;
  const value = make();
  world.flaws.cache.set(key, { value, until: Date.now() + forMs });
  return value;
}

/** Waits like a database between a read and a write; only bugs do so. */
export function pause(ms = 20): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Starts a timer that ends with the reference. */
export function later(world: World, ms: number, work: () => void): void {
  const timer = setTimeout(() => {
    world.timers.delete(timer);
    work();
  }, ms);
  world.timers.add(timer);
}

/** Returns the time of an event; a variant keeps whole seconds. */
export function timeOf(world: World): number {
  const now = Date.now();
  return world.variant("whole-second-times") ? Math.floor(now / 1000) * 1000 : now;
}
