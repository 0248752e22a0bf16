import type { StoredComputer } from "./computer.ts";

/** A value that an embedded database returns synchronously, and a remote one as a promise. */
export type MaybePromise<Value> = Value | Promise<Value>;

/** Which computers a list holds. */
export interface ListQuery {
  readonly ownerId: string;
  /** Only the computer that is linked to this host; either letter case. */
  readonly hostId?: string;
  readonly withSteps: boolean;
}

/** Where the next page of a list begins: after this computer. */
export interface PageKey {
  readonly createdAt: number;
  readonly id: string;
}

/** A page of a list. */
export interface ComputerPage {
  /** The computers as JSON texts joined by commas, without the brackets. */
  readonly text: string;
  /** How many bytes of UTF-8 the text has. */
  readonly byteLength: number;
  /** Present when there may be more. */
  readonly next?: PageKey;
}

/** The effect of a change on a computer. */
export interface ComputerChange {
  /** The computer afterwards; the same object if nothing changes. */
  readonly computer: StoredComputer;
  /** Whether it starts a provisioning job, which replaces any existing one. */
  readonly startsJob?: boolean;
}

/** One attempt to run the steps of a computer, which holds them in its record. */
export interface ProvisioningJob {
  readonly computerId: string;
  /**
   * Rises with every claim, across restarts too. A write by an attempt that is no longer the computer's latest does
   * nothing, and a host can refuse a command whose attempt is lower than one that it has seen.
   */
  readonly attempt: number;
}

/** A claim that was renewed. */
export interface RenewedClaim {
  readonly attempt: number;
  /** Whether another job took its place: the claim lasts only so that its work can be stopped before that job begins. */
  readonly isReplaced: boolean;
}

/** Claims in a store that several processes share. Each ends by itself unless it is renewed. */
export interface JobLeases {
  /** How long a claim lasts from its request or renewal, in milliseconds. */
  readonly durationMs: number;
  /** Renews claims. A claim that is absent from the result has ended, and another process may have the job. */
  renew(jobs: readonly ProvisioningJob[]): Promise<readonly RenewedClaim[]>;
  /** Ends claims, so that any process can immediately take the jobs. */
  release(jobs: readonly ProvisioningJob[]): Promise<void>;
  /**
   * Calls back when there may be a job to claim, or, with the ID of its computer, when a claimed job was replaced. A callback
   * can be lost with a connection.
   *
   * @returns a function that ends the callbacks.
   */
  onWork(listener: (computerId?: string) => void): () => void;
}

/** The effect of a running job on its computer. */
export interface JobProgress {
  readonly computer: StoredComputer;
  /** Whether the job ends with it. */
  readonly ends: boolean;
}

/** An import in progress; its computers become visible together on `commit`. */
export interface ComputerImport {
  /**
   * Takes some more computers.
   *
   * @throws the same errors as `commit`; then the import has ended.
   */
  add(computers: readonly StoredComputer[]): Promise<void>;
  /**
   * Adds all of them at the same moment, and resolves to their number when they are on disk.
   *
   * @throws ComputerConflictError naming the first one that cannot be added; then none is.
   * @throws ImportInProgressError during another large import; then none is added.
   */
  commit(): Promise<number>;
  /** Discards them. */
  abandon(): Promise<void>;
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
  getOwned(id: string, ownerId: string): MaybePromise<string | undefined>;
  /** A page of an owner's computers, newest first (`createdAt`, then `id`, both descending). */
  list(query: ListQuery, after?: PageKey): MaybePromise<ComputerPage>;
  /**
   * Changes a computer in a transaction. If `change` throws, nothing changes and the error is passed on.
   *
   * @param ownerId absent for an operator, who may change any.
   * @param change must have no side effects, because it is called again if the transaction is repeated.
   * @returns the JSON text of the computer afterwards, or `undefined` when this owner has no such computer.
   * @throws ComputerConflictError when the name or the host is taken.
   */
  change(
    id: string,
    ownerId: string | undefined,
    change: (computer: StoredComputer) => ComputerChange,
  ): Promise<string | undefined>;
  /** Removes a computer with its job, and resolves to whether there was one. */
  remove(id: string): Promise<boolean>;
  /** Begins an import; computers in the status `provisioning` get their job with it. */
  beginImport(): Promise<ComputerImport>;
  /** Every computer as JSON text with its steps, in the order of IDs, for operators. */
  listAll(afterId: string | undefined, limit: number): MaybePromise<readonly string[]>;
  /** Takes jobs that no process has, oldest first. */
  claimJobs(limit: number): MaybePromise<readonly ProvisioningJob[]>;
  /**
   * Writes the progress of a job.
   *
   * @returns the computer afterwards, or `undefined` when the attempt is no longer the latest or has ended: then nothing was written.
   */
  advanceJob(
    job: ProvisioningJob,
    advance: (computer: StoredComputer) => JobProgress,
  ): Promise<StoredComputer | undefined>;
  /** Absent if only one process has the store: then a claim lasts as long as the process. */
  readonly leases?: JobLeases;
  /** Its time does not depend on the number of computers. */
  counts(): MaybePromise<StoreCounts>;
}
