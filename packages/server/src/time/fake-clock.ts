import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock } from "./clock.ts";

/** How many turns of the event loop a reaction to a timer may take; a write takes one or two. */
const turnsPerReaction = 8;

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/** A clock that stands still until `advance` is called. */
export class FakeClock implements Clock {
  #now: number;
  readonly #startsAt: number;
  readonly #timers = new Set<Timer>();

  /** @param startsAt milliseconds since the Unix epoch. @default the current time */
  constructor(startsAt: number = Date.now()) {
    this.#now = startsAt;
    this.#startsAt = startsAt;
  }

  now(): number {
    return this.#now;
  }

  elapsed(): number {
    return this.#now - this.#startsAt;
  }

  schedule(delayMs: number, callback: () => void): () => void {
    const timer: Timer = { at: this.#now + delayMs, callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /**
   * Advances the time. Timers due by then fire in order, and their effects settle, before the promise
   * resolves.
   */
  async advance(durationMs: number): Promise<void> {
    const end = this.#now + durationMs;
    await settle();
    for (let timer = this.#next(end); timer !== undefined; timer = this.#next(end)) {
      this.#timers.delete(timer);
      this.#now = Math.max(this.#now, timer.at);
      timer.callback();
      await settle();
    }
    this.#now = end;
  }

  #next(end: number): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.#timers) {
      if (timer.at <= end && (next === undefined || timer.at < next.at)) next = timer;
    }
    return next;
  }
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < turnsPerReaction; turn++) await nextTurn();
}
