import type { StoredComputer, StoredStep } from "../computers/computer.ts";
import type { StepOutput } from "./step-output.ts";

/** A run of one step of one computer. */
export interface StepRun {
  readonly computer: StoredComputer;
  readonly step: StoredStep;
  /** Higher than that of every earlier run for this computer, unless that was a step of the same job. */
  readonly attempt: number;
  /** The trace that the step belongs to, for its environment. */
  readonly traceparent: string;
  /**
   * Aborted when the service stops, or another node may take the job: the step then runs again. If the reason is
   * {@link stepLeft}, what it has started may continue: this machine's next start finds it.
   */
  readonly signal: AbortSignal;
}

/** The reason of an abort that ends nothing but the waiting for a step. */
export const stepLeft = new Error("The step is left to the next start of the service");

/** What a run is for, as it is kept for a later process. */
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
 * Runs steps. A step may be run more than once (at least once, not exactly once): the service runs what was running
 * again after a restart, an install step under the same `installSessionId`.
 */
export interface Provisioner {
  /** How many steps may run at the same time. */
  readonly maxConcurrent: number;
  /**
   * Runs a step. A rejection counts as a failure with its message, unless the signal was aborted. Of a failed call of the system,
   * whose message may name files, only the code counts; if that says that there is no room for now, such as `ENOSPC` or `EMFILE`,
   * the step is run again after a second.
   */
  run(run: StepRun): Promise<StepResult>;
  /**
   * Called if several nodes share the jobs, before a step begins and while one runs: other nodes may begin the steps of this one soon
   * after `stopAt`, in milliseconds of the clock's `elapsed()`, unless this is called again.
   */
  renew?(stopAt: number): void;
  /** Called once the result of a step is on disk, so that data kept for a restart can be removed. It does not reject. */
  forget?(run: StepRun): Promise<void>;
  /** Called before the first run: ends and removes what earlier processes have left of steps that are not to continue. */
  sweep?(isCurrent: (step: RunSubject) => Promise<boolean>): Promise<void>;
}
