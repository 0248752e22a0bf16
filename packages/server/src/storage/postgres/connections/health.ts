import { setTimeout as wait } from "node:timers/promises";
import type { StorageFailing } from "../../../computers/computer-store.ts";
import { type FailureListeners, FailureState } from "../../failure-state.ts";
import {
  describePostgresError,
  isCollision,
  isLockTimeout,
  isOutage,
  refusesWrites,
  violatedIndex,
} from "./error.ts";

/** How often the database is probed at most, and while it fails, in milliseconds. */
const probeIntervalMs = 1_000;
/** How long a probe may take, in milliseconds. */
const probeTimeoutMs = 2_000;

/** Fails if the probe takes too long. */
function inTime(probe: Promise<unknown>): Promise<unknown> {
  const late = wait(probeTimeoutMs, undefined, { ref: false }).then(() => {
    throw new Error(`it did not respond within ${probeTimeoutMs / 1000} s`);
  });
  return Promise.race([probe, late]);
}

/** Whether the database takes reads and writes, judged by the outcome of each query and by probes. */
export interface Health {
  /** Must be called after each query; it says nothing about writes. */
  succeeded(): void;
  failed(error: unknown): void;
  /** Must be called when this node starts or stops refusing writes, with the reason. */
  refuses(reason: string | undefined): void;
  /** Probes reads and writes if the latest probe is older than a second, and resolves once reads are probed. */
  check(): Promise<void>;
  failing(): StorageFailing;
  readonly failures: number;
  stop(): void;
}

/** The context of {@link watchHealth}. */
export interface HealthOptions extends FailureListeners {
  /** Fails unless computers and keys can be read. */
  readonly probeReads: () => Promise<unknown>;
  /** Fails unless the database takes writes. */
  readonly probeWrites: () => Promise<unknown>;
  /** Why this node refuses writes; `undefined` while it does not. */
  readonly refusal: () => string | undefined;
}

/** Watches a database, and probes it while it fails until it works again. */
export function watchHealth(options: HealthOptions): Health {
  const { probeReads, probeWrites, refusal } = options;
  const reads = new FailureState(options.onReadsChange);
  const writes = new FailureState(options.onWritesChange);
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  /** The latest probe, of which the first part reads. */
  let probing = { reads: Promise.resolve(), all: Promise.resolve() };
  let isProbing = false;
  let probedAt = Number.NEGATIVE_INFINITY;
  /** Whether a probe has written, or failed to for a cause that all nodes share. */
  let hasProbedWrites = false;
  let isStopped = false;

  function set(state: FailureState, reason: string | undefined): void {
    if (isStopped) return;
    state.set(reason);
    if (reads.isFailing || writes.isFailing) {
      timer ??= setInterval(probe, probeIntervalMs).unref();
      return;
    }
    clearInterval(timer);
    timer = undefined;
  }

  async function runReads(): Promise<void> {
    try {
      await inTime(probeReads());
      set(reads, undefined);
    } catch (error) {
      failures += 1;
      set(reads, describePostgresError(error));
    }
  }

  async function runWrites(): Promise<void> {
    if (reads.isFailing) return;
    try {
      await inTime(probeWrites());
      hasProbedWrites = true;
      set(writes, refusal());
    } catch (error) {
      failures += 1;
      hasProbedWrites ||= refusesWrites(error) || isLockTimeout(error);
      set(writes, describePostgresError(error));
    }
  }

  function probe(): void {
    if (isProbing) return;
    isProbing = true;
    probedAt = performance.now();
    const first = runReads();
    const all = first.then(runWrites).finally(() => {
      isProbing = false;
    });
    probing = { reads: first, all };
  }

  return {
    succeeded() {
      if (reads.isFailing) set(reads, undefined);
    },
    failed(error) {
      // A refusal by the rules of a transaction is not a failure of the database.
      if (violatedIndex(error) !== undefined || isCollision(error)) return;
      failures += 1;
      if (isOutage(error)) set(refusesWrites(error) ? writes : reads, describePostgresError(error));
    },
    refuses: (reason) => set(writes, reason),
    async check() {
      // While the database fails, the timer probes it.
      if (timer === undefined && performance.now() - probedAt >= probeIntervalMs) probe();
      await (hasProbedWrites ? probing.reads : probing.all);
    },
    failing: () => ({
      reads: reads.reason ?? (hasProbedWrites ? undefined : (writes.reason ?? "it was not probed yet")),
      writes: writes.reason,
    }),
    get failures() {
      return failures;
    },
    stop() {
      isStopped = true;
      clearInterval(timer);
    },
  };
}
