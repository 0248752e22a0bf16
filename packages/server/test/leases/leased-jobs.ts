import type { StoredComputer } from "../../src/computers/computer.ts";
import type { ComputerStore, JobKey, JobLeases } from "../../src/computers/computer-store.ts";
import { sampleComputer } from "../storage/sample-computers.ts";

interface Row {
  attempt: number;
  /** The attempt that has the lease. */
  holder: number | undefined;
  leaseUntil: number;
}

/** The parts of a store that runners use. */
export type JobStore = Pick<ComputerStore, "claimJobs" | "advanceJob" | "leases">;

/** Jobs with leases in memory, as a database of several nodes keeps them, whose time passes when a test says so. */
export class LeasedJobs {
  readonly computers = new Map<string, StoredComputer>();
  readonly #rows = new Map<string, Row>();
  readonly #listeners = new Set<(computerId?: string) => void>();
  #attempts = 0;
  now = 0;

  /** Starts a job, which replaces any existing one; only the holder of the lease is notified. */
  begin(computerId: string, ...stepIds: readonly string[]): void {
    const ids = stepIds.length > 0 ? stepIds : ["install-deps"];
    const provisioningSteps = ids.map((id) => ({ id, name: id, status: "pending" }));
    this.computers.set(computerId, sampleComputer({ id: computerId, provisioningSteps }));
    const before = this.#rows.get(computerId);
    const { holder, leaseUntil = 0 } = before ?? { holder: undefined };
    this.#rows.set(computerId, { attempt: ++this.#attempts, holder, leaseUntil });
    this.#notify(holder === undefined ? undefined : computerId);
  }

  remove(computerId: string): void {
    this.computers.delete(computerId);
    this.#rows.delete(computerId);
  }

  /** Whether some attempt has the lease of the computer's job. */
  isClaimed(computerId: string): boolean {
    const row = this.#rows.get(computerId);
    return row?.holder !== undefined && row.leaseUntil > this.now;
  }

  #notify(computerId?: string): void {
    for (const listener of this.#listeners) listener(computerId);
  }

  #rowOf({ computerId, attempt }: JobKey): Row | undefined {
    const row = this.#rows.get(computerId);
    return row?.holder === attempt ? row : undefined;
  }

  readonly leases: JobLeases = {
    durationMs: 10_000,
    renew: async (jobs) =>
      jobs.flatMap((job) => {
        const row = this.#rowOf(job);
        if (row === undefined) return [];
        row.leaseUntil = this.now + 10_000;
        return [{ attempt: job.attempt, isReplaced: row.attempt !== job.attempt }];
      }),
    release: async (jobs) => {
      for (const job of jobs) {
        const row = this.#rowOf(job);
        if (row) row.holder = undefined;
      }
      this.#notify();
    },
    onWork: (listener) => {
      this.#listeners.add(listener);
      return () => this.#listeners.delete(listener);
    },
  };

  readonly store: JobStore = {
    leases: this.leases,
    claimJobs: async (limit) => {
      const free = [...this.#rows].filter(([, row]) => row.holder === undefined || row.leaseUntil < this.now);
      return free.slice(0, limit).map(([computerId, row]) => {
        row.attempt = ++this.#attempts;
        row.holder = row.attempt;
        row.leaseUntil = this.now + 10_000;
        return { computerId, attempt: row.attempt, ownerId: this.computers.get(computerId)?.ownerId ?? "" };
      });
    },
    advanceJob: async ({ computerId, attempt }, advance) => {
      const before = this.computers.get(computerId);
      if (before === undefined || this.#rows.get(computerId)?.attempt !== attempt) return undefined;
      const { computer, ends } = advance(before);
      this.computers.set(computerId, computer);
      if (ends) this.#rows.delete(computerId);
      return computer;
    },
  };
}
