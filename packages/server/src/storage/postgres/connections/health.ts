import { setTimeout as wait } from "node:timers/promises";
import { FailureState } from "../../failure-state.ts";
import { describePostgresError, isCollision, isOutage, violatedIndex } from "./error.ts";

/** How often the database is probed at most, and while it fails, in milliseconds. */
const probeIntervalMs = 1_000;
/** How long a probe may take, in milliseconds. */
const probeTimeoutMs = 2_000;

/** Whether the database works, judged by the outcome of each query. */
export interface Health {
  succeeded(): void;
  failed(error: unknown): void;
  /** Whether it takes reads and writes, by a probe that is at most a second old and by what has failed since. */
  isReady(): Promise<boolean>;
  readonly failures: number;
  stop(): void;
}

/** The context of {@link watchHealth}. */
export interface HealthOptions {
  /** Fails unless the database takes reads and writes. */
  readonly probe: () => Promise<unknown>;
  readonly onStateChange?: ((failure: string | undefined) => void) | undefined;
}

/** Watches a database, and probes it while it fails until it works again. */
export function watchHealth({ probe, onStateChange }: HealthOptions): Health {
  const state = new FailureState(onStateChange);
  let timer: NodeJS.Timeout | undefined;
  let probing: Promise<void> | undefined;
  let probedAt = Number.NEGATIVE_INFINITY;
  let hasPassed = false;
  let isStopped = false;

  function setFailure(reason: string | undefined): void {
    if (isStopped) return;
    state.set(reason);
    if (reason !== undefined) {
      timer ??= setInterval(shareProbe, probeIntervalMs).unref();
      return;
    }
    clearInterval(timer);
    timer = undefined;
  }

  async function runProbe(): Promise<void> {
    probedAt = performance.now();
    const late = wait(probeTimeoutMs, undefined, { ref: false }).then(() => {
      throw new Error(`it did not respond within ${probeTimeoutMs / 1000} s`);
    });
    try {
      await Promise.race([probe(), late]);
      hasPassed = true;
      setFailure(undefined);
    } catch (error) {
      hasPassed = false;
      setFailure(describePostgresError(error));
    }
  }

  function shareProbe(): void {
    probing ??= runProbe().finally(() => {
      probing = undefined;
    });
  }

  return {
    succeeded() {
      if (state.isFailing) setFailure(undefined);
    },
    failed(error) {
      // A refusal by the rules of a transaction is not a failure of the database.
      if (violatedIndex(error) !== undefined || isCollision(error)) return;
      state.failures += 1;
      if (isOutage(error)) setFailure(describePostgresError(error));
    },
    async isReady() {
      // While the database fails, the timer probes it.
      if (timer === undefined && performance.now() - probedAt >= probeIntervalMs) shareProbe();
      await probing;
      // Requests may still succeed, such as reads of a table that is locked for writes.
      return hasPassed && !state.isFailing;
    },
    get failures() {
      return state.failures;
    },
    stop() {
      isStopped = true;
      clearInterval(timer);
    },
  };
}
