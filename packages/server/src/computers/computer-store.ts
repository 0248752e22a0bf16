import type { ComputerChange, ComputerPage, JsonText, ListQuery } from "@compute-host/core";
import type { StoredComputer } from "./computer.ts";

export type { ComputerPage, ListQuery, Nothing, PageKey } from "@compute-host/core";

/** Takes the place of an owner's ID and matches every owner. For operators only. */
export const anyOwner = Symbol("any owner");

/** The key of a computer of this owner. */
export interface ComputerKey {
  readonly id: string;
  readonly ownerId: string | typeof anyOwner;
}

/** A list without filters, from its start: the base of a query. */
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
   * Rises with every claim of the computer's job, even across restarts: the database's time in microseconds, or one
   * more than the last attempt if that is higher, so that it still rises after a restore. Exact until the year 2255.
   * Writes by an attempt that is no longer the computer's latest do nothing, and a host can refuse a command with a
   * lower attempt than it has seen.
   */
  readonly attempt: number;
}

/** A claimed job. The steps are in the record of its computer. */
export interface ProvisioningJob extends JobKey {
  /** The owner of the computer, in the store's encoding. */
  readonly ownerId: string;
  /** The trace of the request that started it; absent if an operator or an import did. */
  readonly traceparent?: string;
}

/** How owners take turns in a claim, ordered by ID, and what the process already runs. */
export interface OwnerTurns {
  /** The claim starts with the owner after this one. */
  readonly after: string;
  /** The most jobs that a claim takes of one owner. */
  readonly share: number;
  /**
   * The attempts that run in this process. Its node's other claims, such as one whose response was lost, are released.
   */
  readonly running: ReadonlySet<number>;
}

/** Turns without a limit per owner, for a process that runs nothing. */
export const unlimitedTurns: OwnerTurns = {
  after: "",
  share: 1e9,
  running: new Set(),
};

/** A claim of this process. */
export interface RenewedClaim {
  readonly attempt: number;
  /**
   * Whether another job has replaced it. The claim then lasts until its work has stopped, so that the other job starts
   * only after that.
   */
  readonly isReplaced: boolean;
}

/** The lease of this process, which covers all jobs that it claims. */
export interface JobLeases {
  /** How long it lasts after a claim or a renewal, in milliseconds; infinite if it ends with the process. */
  readonly durationMs: number;
  /** Renews it. A claim that is missing from the result has ended, and another process may have the job. */
  renew(): Promise<readonly RenewedClaim[]>;
  /** Ends claims, so that any process can take the jobs immediately. */
  release(jobs: readonly JobKey[]): Promise<void>;
}

/** The effect of a running job on its computer. */
export interface JobProgress {
  readonly computer: StoredComputer;
  /** Whether the job ends with this change. */
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

/** What of the storage fails, each with the reason and what to do. */
export interface StorageFailing {
  /** Reads fail or are outdated. Writes then fail too. */
  readonly reads: string | undefined;
  readonly writes: string | undefined;
  /** SQLite: some pages cannot be read, which only affects what needs them. */
  readonly damage?: string | undefined;
}

/**
 * Keeps computers and their jobs. A write resolves once it is on disk. If it rejects, the {@link StorageError} says
 * whether it was processed.
 */
export interface ComputerStore {
  /** The JSON text of a computer with its steps, or `undefined` when this owner has no such computer. */
  get(key: ComputerKey): Promise<JsonText<StoredComputer> | undefined>;
  /** A page of an owner's computers, newest first (`createdAt`, then `id`, both descending). */
  list(query: ListQuery): Promise<ComputerPage>;
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
  ): Promise<JsonText<StoredComputer> | undefined>;
  /** Removes a computer with its job, and resolves to whether this owner had it. */
  remove(key: ComputerKey): Promise<boolean>;
  /**
   * Adds all of these computers at once, or none if reading them throws, and resolves to their number once they are on
   * disk. Those with the status `provisioning` get a job.
   *
   * @param computers the computers, or what reads them, again if the transaction is repeated. PostgreSQL adds them as
   * they are read; SQLite keeps them in memory until the last one.
   * @throws ComputerConflictError naming the first computers that cannot be added; then none is added.
   */
  add(
    computers: readonly StoredComputer[] | (() => Iterable<StoredComputer> | AsyncIterable<StoredComputer>),
  ): Promise<number>;
  /** Every computer as JSON text with its steps, ordered by ID, for operators. */
  listAll(page: AllPage): Promise<readonly JsonText<StoredComputer>[]>;
  /**
   * Claims up to `limit` jobs that no process has, owner by owner, the oldest of each first; by default without a limit
   * per owner.
   */
  claimJobs(limit: number, turns?: OwnerTurns): Promise<readonly ProvisioningJob[]>;
  /**
   * Writes the progress of a job.
   *
   * @returns the computer afterwards, or `undefined` if the attempt is no longer the latest or has ended, in which case
   * nothing was written.
   */
  advanceJob(
    job: JobKey,
    advance: (computer: StoredComputer) => JobProgress,
  ): Promise<StoredComputer | undefined>;
  readonly leases: JobLeases;
  /** How long the oldest job that no process has waits, in seconds; 0 if none waits. */
  oldestJobSeconds(): Promise<number>;
  /** Reads an index from end to end. */
  counts(): Promise<StoreCounts>;
}
