import type { ComputerChange, ComputerPage, ListQuery, MaybePromise } from "@compute-host/core";
import type { StoredComputer } from "./computer.ts";

export type { ComputerPage, ListQuery, MaybePromise, Nothing, PageKey } from "@compute-host/core";

/** Stands for every owner, in the place of an owner's ID. Only operators may use it. */
export const anyOwner = Symbol("any owner");

/** A computer, if this owner has it. */
export interface ComputerKey {
  readonly id: string;
  readonly ownerId: string | typeof anyOwner;
}

/** A list without filters, from its start: what a query begins with. */
export const wholeList = { hostId: undefined, after: undefined } as const;

/** A page of all computers. */
export interface AllPage {
  /** Only what follows this ID. */
  readonly afterId: string | undefined;
  readonly limit: number;
}

/** One attempt to run the steps of a computer. */
export interface JobKey {
  readonly computerId: string;
  /**
   * Rises with every claim of the computer's job, across restarts too: the time of the database in microseconds, or one more than the
   * last if that is higher, so that a restored database continues above what it has forgotten. Exact until the year 2255. A write by an
   * attempt that is no longer the computer's latest does nothing, and a host can refuse a command whose attempt is lower than one that
   * it has seen.
   */
  readonly attempt: number;
}

/** A job that was claimed; the record of its computer holds the steps. */
export interface ProvisioningJob extends JobKey {
  /** The owner of the computer, as the store writes it. */
  readonly ownerId: string;
  /** The trace of the request that began it; absent if an operator or an import did. */
  readonly traceparent?: string;
}

/** How owners take turns at a claim, in the order of their IDs, and what the process already runs. */
export interface OwnerTurns {
  /** The claim begins with the owner after this one. */
  readonly after: string;
  /** How many jobs a claim gives one owner at most. */
  readonly share: number;
  /** The attempts that run in this process. Any other claim of its node, as from a claim whose response was lost, is released. */
  readonly running: ReadonlySet<number>;
}

/** Turns in which every owner gets whatever is free: in a process that runs nothing. */
export const unlimitedTurns: OwnerTurns = {
  after: "",
  share: 1e9,
  running: new Set(),
};

/** A claim that this process has. */
export interface RenewedClaim {
  readonly attempt: number;
  /** Whether another job took its place: the claim lasts only so that its work can be stopped before that job begins. */
  readonly isReplaced: boolean;
}

/** The lease of this process, by which it has the jobs that it claims. */
export interface JobLeases {
  /** How long it lasts from a claim or renewal, in milliseconds; infinite if it ends with the process. */
  readonly durationMs: number;
  /** Renews it. A claim that is absent from the result has ended, and another process may have the job. */
  renew(): Promise<readonly RenewedClaim[]>;
  /** Ends claims, so that any process can immediately take the jobs. */
  release(jobs: readonly JobKey[]): Promise<void>;
}

/** The effect of a running job on its computer. */
export interface JobProgress {
  readonly computer: StoredComputer;
  /** Whether the job ends with it. */
  readonly ends: boolean;
}

/** Counts that describe the state of the store. */
export interface StoreCounts {
  readonly computers: number;
  readonly jobs: number;
}

/** Counts of the storage since it was opened. */
export interface StorageFigures {
  readonly commits: number;
  readonly commitSeconds: number;
  /** Reads and commits that failed. */
  readonly failures: number;
  /** Bytes in the write-ahead log; absent if the engine has none. */
  readonly logBytes?: number;
}

/**
 * Keeps computers and their jobs. A write resolves once it is on disk; if it rejects, the {@link StorageError} tells whether it
 * was processed.
 */
export interface ComputerStore {
  /** The JSON text of a computer with its steps, or `undefined` when this owner has no such computer. */
  get(key: ComputerKey): MaybePromise<string | undefined>;
  /** A page of an owner's computers, newest first (`createdAt`, then `id`, both descending). */
  list(query: ListQuery): MaybePromise<ComputerPage>;
  /**
   * Changes a computer in a transaction. If `change` throws, nothing changes and the error is passed on.
   *
   * @param change must have no side effects, because it is called again if the transaction is repeated.
   * @returns the JSON text of the computer afterwards, or `undefined` when this owner has no such computer.
   * @throws ComputerConflictError when the name or the host is taken.
   */
  change(
    key: ComputerKey,
    change: (computer: StoredComputer) => ComputerChange<StoredComputer>,
  ): Promise<string | undefined>;
  /** Removes a computer with its job, and resolves to whether this owner had it. */
  remove(key: ComputerKey): Promise<boolean>;
  /**
   * Adds all of these computers at the same moment, or none if the iteration throws, and resolves to their number when they are on
   * disk. They are in memory until then. Those in the status `provisioning` get their job.
   *
   * @throws ComputerConflictError naming the first ones that cannot be added; then none is.
   */
  add(computers: Iterable<StoredComputer> | AsyncIterable<StoredComputer>): Promise<number>;
  /** Every computer as JSON text with its steps, in the order of IDs, for operators. */
  listAll(page: AllPage): MaybePromise<readonly string[]>;
  /** Takes up to `limit` jobs that no process has, by default without a share per owner: owner by owner, the oldest of each first. */
  claimJobs(limit: number, turns?: OwnerTurns): MaybePromise<readonly ProvisioningJob[]>;
  /**
   * Writes the progress of a job.
   *
   * @returns the computer afterwards, or `undefined` when the attempt is no longer the latest or has ended: then nothing was written.
   */
  advanceJob(
    job: JobKey,
    advance: (computer: StoredComputer) => JobProgress,
  ): Promise<StoredComputer | undefined>;
  readonly leases: JobLeases;
  /** Reads an index from end to end. */
  counts(): MaybePromise<StoreCounts>;
}
