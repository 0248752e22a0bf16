import { setTimeout as wait } from "node:timers/promises";
import { FailureState } from "../../failure-state.ts";
import { describePostgresError, isCollision, isOutage, violatedIndex } from "./error.ts";

/** How often a failing database is probed, in milliseconds. */
const probeIntervalMs = 1_000;
/** How long a probe may take, in milliseconds. */
const probeTimeoutMs = 2_000;

/** Whether the database works, judged by the outcome of each query. */
export interface Health {
  succeeded(): void;
  failed(error: unknown): void;
  /** Probes whether the database takes reads and writes; `false` if it does not respond in time. */
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
  let probing: Promise<boolean> | undefined;
  let isStopped = false;

  function setFailure(reason: string | undefined): void {
    if (isStopped) return;
    state.set(reason);
    clearInterval(timer);
    timer = reason === undefined ? undefined : setInterval(isReady, probeIntervalMs).unref();
  }

  async function runProbe(): Promise<boolean> {
    const late = wait(probeTimeoutMs, undefined, { ref: false }).then(() => {
      throw new Error(`it did not respond within ${probeTimeoutMs / 1000} s`);
    });
    try {
      await Promise.race([probe(), late]);
      setFailure(undefined);
      return true;
    } catch (error) {
      setFailure(describePostgresError(error));
      return false;
    }
  }

  /** Concurrent callers share a probe. */
  function isReady(): Promise<boolean> {
    probing ??= runProbe().finally(() => {
      probing = undefined;
    });
    return probing;
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
    isReady,
    get failures() {
      return state.failures;
    },
    stop() {
      isStopped = true;
      clearInterval(timer);
    },
  };
}
