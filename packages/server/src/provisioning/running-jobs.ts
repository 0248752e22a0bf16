import type { ProvisioningJob } from "../computers/computer-store.ts";
import { type JobRunOptions, pause, runJob } from "./job-run.ts";
import type { LeaseKeeper } from "./lease-keeper.ts";
import { type StepRun, stepLeft } from "./provisioner.ts";

/** What the jobs of a process share. */
export interface RunningJobsOptions
  extends Omit<JobRunOptions, "signal" | "lease" | "mustYield" | "lendPlace" | "runningSince"> {
  readonly keeper: LeaseKeeper;
  /** Called when a job may have left room for another. */
  readonly onRoom: () => void;
}

interface RunningJob {
  readonly abort: AbortController;
  /** Resolves when none of it is running, so that another process may take the job. */
  readonly ended: Promise<void>;
}

/** The jobs that this process runs. Each has a place, or has lent it because the system refuses to start its step. */
export class RunningJobs {
  /** How many jobs the current claim may return. */
  claiming = 0;
  readonly #options: RunningJobsOptions;
  readonly #places: number;
  readonly #running = new Set<RunningJob>();
  readonly #latestOf = new Map<string, RunningJob>();
  readonly #runningSince = new Map<StepRun, number>();
  #lent = 0;

  constructor(options: RunningJobsOptions) {
    this.#options = options;
    this.#places = options.provisioner.maxConcurrent;
  }

  get size(): number {
    return this.#running.size;
  }

  /** How many more jobs may run. */
  get room(): number {
    return Math.min(this.#places - this.size + this.#lent, this.#maxJobs - this.size);
  }

  /** Since when the oldest step has been running, by the clock's `elapsed()`; infinite if none is. */
  get oldestSince(): number {
    return Math.min(...this.#runningSince.values());
  }

  /** Twice the places, because as many jobs may have lent theirs. */
  get #maxJobs(): number {
    return 2 * this.#places;
  }

  /**
   * Runs a job. It replaces its computer's earlier job, whose writes the store refuses from now on, and starts once that
   * one has ended, because a computer has one session at a time.
   */
  run(job: ProvisioningJob, claimedAt: number): void {
    const earlier = this.#latestOf.get(job.computerId);
    earlier?.abort.abort();
    const abort = new AbortController();
    const runningJob = { abort, ended: this.#end(job, claimedAt, abort, earlier?.ended) };
    this.#latestOf.set(job.computerId, runningJob);
    this.#running.add(runningJob);
    void runningJob.ended.finally(() => {
      this.#running.delete(runningJob);
      if (this.#latestOf.get(job.computerId) === runningJob) this.#latestOf.delete(job.computerId);
      this.#options.onRoom();
    });
  }

  /** @param leavesSteps whether what they have started continues. */
  abort(leavesSteps: boolean): void {
    for (const { abort } of this.#running) abort.abort(leavesSteps ? stepLeft : undefined);
  }

  /** Waits until those that run now have ended. */
  async untilEnded(): Promise<void> {
    await Promise.all([...this.#running].map(({ ended }) => ended));
  }

  async #end(
    job: ProvisioningJob,
    claimedAt: number,
    abort: AbortController,
    earlier: Promise<void> | undefined,
  ): Promise<void> {
    const { keeper, logger } = this.#options;
    const { signal } = abort;
    const lease = keeper.hold(job, claimedAt, () => abort.abort());
    let isJobEnded = false;
    try {
      await earlier;
      isJobEnded = await runJob(job, {
        ...this.#options,
        signal,
        lease,
        runningSince: this.#runningSince,
        mustYield: () => this.room <= 0,
        lendPlace: (pauseMs) => this.#lendPlace(signal, pauseMs),
      });
    } catch (err) {
      logger.error({ err, computerId: job.computerId }, "A provisioning job was interrupted; trying again");
      await pause(this.#options, signal);
    }
    await lease.end(isJobEnded);
  }

  async #lendPlace(signal: AbortSignal, pauseMs: number): Promise<boolean> {
    this.#lent += 1;
    this.#options.onRoom();
    await pause(this.#options, signal, pauseMs);
    this.#lent -= 1;
    return this.size - this.#lent + this.claiming <= this.#places && this.size < this.#maxJobs;
  }
}
