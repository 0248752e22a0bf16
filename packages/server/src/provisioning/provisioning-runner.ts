import type { ProvisioningJob } from "../computers/computer-store.ts";
import { type JobOutcome, type JobRunOptions, runJob, storageRetryMs } from "./job-run.ts";
import { createLeaseKeeper } from "./lease-keeper.ts";

/** Runs the provisioning jobs of the store. */
export interface ProvisioningRunner {
  /** Starts every job that no process has, those of an earlier process first. */
  start(): void;
  /** Looks for new jobs. */
  wake(): void;
  /** Stops a computer's running job, which then writes nothing more. */
  cancel(computerId: string): void;
  /** Leaves new jobs to other nodes, if there can be any. */
  drain(): void;
  runningSteps(): number;
  /** Aborts running jobs and waits for them; another node runs them again, or this one after the next start. */
  stop(): Promise<void>;
}

/** The context of the runner. */
export type ProvisioningRunnerOptions = Omit<JobRunOptions, "signal" | "lease">;

/** How many jobs are claimed together. */
const maxClaims = 1_000;
/** How often a shared store is polled for jobs, because nothing announces the end of a lease. */
const pollIntervalMs = 1_000;

/**
 * Makes the runner. The store is the queue: a job leaves it only in the write that ends its computer's provisioning, so
 * a crash at any moment loses none.
 */
export function createProvisioningRunner(options: ProvisioningRunnerOptions): ProvisioningRunner {
  const { store, provisioner, clock, logger } = options;
  const { leases } = store;
  const keeper = leases && createLeaseKeeper({ leases, clock, logger });
  const running = new Set<RunningJob>();
  const latestOf = new Map<string, RunningJob>();
  let isStarted = false;
  let isDraining = false;
  let isStopped = false;
  let taking: Promise<void> | undefined;
  let isWokenAgain = false;
  let hasFailed = false;
  let stopListening: (() => void) | undefined;
  let stopPolling: (() => void) | undefined;

  async function takeJobs(): Promise<void> {
    do {
      isWokenAgain = false;
      const room = provisioner.maxConcurrent - running.size;
      if (room <= 0 || isDraining || isStopped) return;
      const claimedAt = clock.elapsed();
      const jobs = await store.claimJobs(Math.min(room, maxClaims));
      hasFailed = false;
      if (isStopped) return jobs.length === 0 ? undefined : await keeper?.release(jobs);
      for (const job of jobs) take(job, claimedAt);
      if (jobs.length > 0) isWokenAgain = true;
    } while (isWokenAgain);
  }

  function take(job: ProvisioningJob, claimedAt: number): void {
    // A job replaces an earlier one of its computer, whose writes the store refuses from now on. It begins when
    // the earlier one has ended: a computer has one session at a time.
    const earlier = latestOf.get(job.computerId);
    earlier?.abort.abort();
    const abort = new AbortController();
    const lease = keeper?.hold(job, claimedAt, () => abort.abort());
    const context = { ...options, signal: abort.signal, lease };
    const run = earlier ? earlier.ended.then(() => runJob(job, context)) : runJob(job, context);
    const ended = run.then(async (outcome) => {
      await outcome.released;
      await lease?.end(outcome.isEnded);
    });
    const runningJob: RunningJob = { abort, run, ended };
    latestOf.set(job.computerId, runningJob);
    running.add(runningJob);
    void ended.finally(() => {
      running.delete(runningJob);
      if (latestOf.get(job.computerId) === runningJob) latestOf.delete(job.computerId);
      wake();
    });
  }

  function wake(): void {
    isWokenAgain = true;
    if (!isStarted || isStopped || taking !== undefined) return;
    taking = takeJobs()
      .catch((error: unknown) => {
        if (!hasFailed) logger.error({ err: error }, "The provisioning jobs cannot be read; trying again");
        hasFailed = true;
        isWokenAgain = false;
        clock.schedule(storageRetryMs, wake);
      })
      .finally(() => {
        taking = undefined;
        if (isWokenAgain) wake();
      });
  }

  function poll(): void {
    stopPolling = clock.schedule(pollIntervalMs, poll);
    wake();
  }

  return {
    start() {
      isStarted = true;
      stopListening = leases?.onWork((computerId) => {
        if (computerId === undefined) wake();
        else keeper?.check(computerId);
      });
      if (leases) poll();
      else wake();
    },
    wake,
    cancel: (computerId) => latestOf.get(computerId)?.abort.abort(),
    drain() {
      isDraining = leases !== undefined;
    },
    runningSteps: () => running.size,
    async stop() {
      isStopped = true;
      stopPolling?.();
      stopListening?.();
      for (const { abort } of running) abort.abort();
      await Promise.all([taking, ...[...running].map(untilStopped)]);
      keeper?.stop();
    },
  };
}

interface RunningJob {
  readonly abort: AbortController;
  /** Resolves when nothing more is written. */
  readonly run: Promise<JobOutcome>;
  /** Resolves when none of it is running, so another process may take the job. */
  readonly ended: Promise<void>;
}

/** A command that cannot be killed is not waited for. */
async function untilStopped({ run, ended }: RunningJob): Promise<void> {
  const { released } = await run;
  if (released === undefined) await ended;
}
