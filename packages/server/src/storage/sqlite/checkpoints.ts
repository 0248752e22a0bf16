import type { DatabaseSync } from "node:sqlite";
import type { Health } from "./file/health.ts";

/** How long writes must pause before the log is checkpointed, in milliseconds. */
const idleMs = 1_000;

/** Checkpoints the log while there are no writes, so that a copy of only the file is never far behind. */
export class IdleCheckpoints {
  readonly #database: DatabaseSync;
  readonly #health: Health;
  #lastCommitAt = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(database: DatabaseSync, health: Health) {
    this.#database = database;
    this.#health = health;
  }

  /** Must be called after each commit. */
  committed(): void {
    this.#lastCommitAt = performance.now();
    this.#timer ??= this.#afterPause();
  }

  /** Takes no more checkpoints. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #afterPause(): NodeJS.Timeout {
    return setTimeout(() => this.#checkpointIfIdle(), idleMs).unref();
  }

  #checkpointIfIdle(): void {
    this.#timer = undefined;
    if (performance.now() - this.#lastCommitAt < idleMs) {
      this.#timer = this.#afterPause();
      return;
    }
    try {
      this.#health.endReads();
      const { busy } = this.#database.prepare("pragma wal_checkpoint(passive)").get() as { busy: number };
      if (busy > 0) this.#timer = this.#afterPause();
    } catch (error) {
      this.#health.failed(error);
    }
  }
}
