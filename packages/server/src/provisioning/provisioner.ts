import type { StoredComputer, StoredStep } from "../computers/computer.ts";
import type { StepOutput } from "./step-output.ts";

/** A run of one step of one computer. */
export interface StepRun {
  readonly computer: StoredComputer;
  readonly step: StoredStep;
  /** Higher than in every earlier run for this computer, except earlier steps of the same job. */
  readonly attempt: number;
  /** The trace that the step belongs to, for its environment. */
  readonly traceparent: string;
  /**
   * Aborted when the service stops or another node may take the job; the step then runs again. If the reason is
   * {@link stepLeft}, what the step has started may continue, and this machine's next start takes it over.
   */
  readonly signal: AbortSignal;
  /** Called when the step is seen to run: it does not wait for the system. */
  readonly onBegun?: (() => void) | undefined;
}

/** The reason of an abort that only ends the waiting for a step. */
export const stepLeft = new Error("The step is left to the next start of the service");

/** What a run is for, as stored for a later process. */
export interface RunSubject {
  readonly computerId: string;
  readonly stepId: string;
  readonly startedAt?: number | undefined;
}

/** How a step ended. */
export type StepResult =
  | {
      readonly status: "completed";
      /** Fields of the computer that the step sets. */
      readonly output?: StepOutput;
    }
  | {
      readonly status: "failed";
      readonly error: string;
    };

/**
 * Runs steps, at least once rather than exactly once: after a restart, the service runs interrupted steps again, an
 * install step under the same `installSessionId`.
 */
export interface Provisioner {
  /** How many steps may run at the same time. */
  readonly maxConcurrent: number;
  /**
   * Runs a step. A rejection fails the step with its message, unless the signal was aborted. Of a failed system call,
   * whose message may name files, only the code is reported; if the code is temporary, such as `ENOSPC` or `EMFILE`,
   * the step is retried after a pause.
   */
  run(run: StepRun): Promise<StepResult>;
  /**
   * Called if several nodes share the jobs, before a step starts and while one runs. Unless it is called again, other
   * nodes may start this node's steps soon after `stopAt`, in milliseconds of the clock's `elapsed()`.
   */
  renew?(stopAt: number): void;
  /**
   * Called once the result of a step is on disk, so that data kept for a restart can be removed. It does not reject.
   */
  forget?(run: StepRun): Promise<void>;
  /** Called before the first run: ends and removes what is left of earlier processes' steps that must not continue. */
  sweep?(isCurrent: (step: RunSubject) => Promise<boolean>): Promise<void>;
}
