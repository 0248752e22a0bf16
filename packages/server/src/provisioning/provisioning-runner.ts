import { endCurrentStep, type StepStart, startCurrentStep } from "@compute-host/rules";
import type { ComputerStore, ProvisioningJob } from "../computers/computer-store.ts";
import { newId } from "../computers/new-id.ts";
import type { Logger } from "../observability/logger.ts";
import type { Clock } from "../time/clock.ts";
import type { Provisioner, StepResult, StepRun } from "./provisioner.ts";

/** Runs the provisioning jobs of the store. */
export interface ProvisioningRunner {
  /** Takes up every job that is there, those of an earlier process first. */
  start(): void;
  /** Looks for new jobs. */
  wake(): void;
  /** Stops what runs for a computer; nothing more is written. */
  cancel(computerId: string): void;
  runningSteps(): number;
  /** Aborts what runs and waits for it; it is run again after the next start. */
  stop(): Promise<void>;
}

/** What the runner works with. */
export interface ProvisioningRunnerOptions {
  readonly store: ComputerStore;
  readonly provisioner: Provisioner;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Is called after every step with its result. */
  readonly onStepEnd?: ((status: StepResult["status"]) => void) | undefined;
}

/** How long the runner waits after the storage failed, in milliseconds. */
const storageRetryMs = 1_000;

/**
 * Makes the runner. The store is the queue: a job leaves it only in the write that ends its computer's provisioning, so
 * a crash at any moment loses none.
 */
export function createProvisioningRunner(options: ProvisioningRunnerOptions): ProvisioningRunner {
  const { store, provisioner, clock, logger } = options;
  const running = new Set<RunningJob>();
  const latestOf = new Map<string, RunningJob>();
  let isStarted = false;
  let isStopped = false;
  let isTaking = false;
  let isWokenAgain = false;

  async function takeJobs(): Promise<void> {
    do {
      isWokenAgain = false;
      const room = provisioner.maxConcurrent - running.size;
      if (room <= 0 || isStopped) return;
      const jobs = await store.claimJobs(Math.min(room, 1_000));
      for (const job of jobs) take(job);
      if (jobs.length > 0) isWokenAgain = true;
    } while (isWokenAgain);
  }

  function take(job: ProvisioningJob): void {
    // Claimed while the service stopped: the next start takes it.
    if (isStopped) return;
    // A job takes the place of an earlier one of its computer, whose writes the store refuses from now on. It begins when
    // the earlier one has ended: a computer has one session at a time.
    const earlier = latestOf.get(job.computerId);
    earlier?.abort.abort();
    const abort = new AbortController();
    const context = { ...options, signal: abort.signal };
    const run = earlier ? earlier.released.then(() => runJob(job, context)) : runJob(job, context);
    const released = run.then((last) => (last?.status === "failed" ? last.released : undefined));
    const runningJob: RunningJob = { abort, run, released };
    latestOf.set(job.computerId, runningJob);
    running.add(runningJob);
    void released.finally(() => {
      running.delete(runningJob);
      if (latestOf.get(job.computerId) === runningJob) latestOf.delete(job.computerId);
      wake();
    });
  }

  function wake(): void {
    isWokenAgain = true;
    if (!isStarted || isTaking || isStopped) return;
    isTaking = true;
    takeJobs()
      .catch((error: unknown) => {
        logger.error({ err: error }, "The provisioning jobs cannot be read; trying again");
        clock.schedule(storageRetryMs, wake);
      })
      .finally(() => {
        isTaking = false;
        if (isWokenAgain) wake();
      });
  }

  return {
    start() {
      isStarted = true;
      wake();
    },
    wake,
    cancel: (computerId) => latestOf.get(computerId)?.abort.abort(),
    runningSteps: () => running.size,
    async stop() {
      isStopped = true;
      for (const { abort } of running) abort.abort();
      await Promise.all([...running].map(({ run }) => run));
    },
  };
}

interface RunningJob {
  readonly abort: AbortController;
  /** Resolves when nothing more is written. */
  readonly run: Promise<StepResult | undefined>;
  /** Resolves when nothing of it runs any more. */
  readonly released: Promise<void>;
}

interface JobContext extends ProvisioningRunnerOptions {
  readonly signal: AbortSignal;
}

/** Runs the steps of a job one after the other; every change is on disk before the next step starts. */
async function runJob(job: ProvisioningJob, context: JobContext): RunningJob["run"] {
  const { store, clock, logger, signal, provisioner } = context;
  const start = (): StepStart => ({ startedAt: clock.now(), installSessionId: newId("ins") });
  let computer = await persist(context, () =>
    store.advanceJob(job, (before) => startCurrentStep(before, start())),
  );
  while (computer !== undefined && !signal.aborted) {
    const step = computer.provisioningSteps.find(({ status }) => status === "running");
    if (step === undefined) return undefined;
    const run = { computer, step, attempt: job.attempt, signal };
    const result = await runStep(run, provisioner);
    if (signal.aborted) return result;
    const fields = { computerId: job.computerId, stepId: step.id, installSessionId: step.installSessionId };
    context.onStepEnd?.(result.status);
    if (result.status === "failed") logger.warn({ ...fields, reason: result.error }, "A step failed");
    else logger.info(fields, "A step completed");
    const end = {
      completedAt: clock.now(),
      ...(result.status === "failed" && { error: result.error }),
    };
    computer = await persist(context, () =>
      store.advanceJob(job, (before) => endCurrentStep(before, end, start())),
    );
    if (!signal.aborted) provisioner.forget?.(run);
    if (result.status === "failed") return result;
  }
  return undefined;
}

async function runStep(run: StepRun, provisioner: Provisioner): Promise<StepResult> {
  try {
    return await provisioner.run(run);
  } catch (error) {
    return { status: "failed", error: error instanceof Error ? error.message : String(error) };
  }
}

/** Repeats a write until it succeeds: what a step has done must not be forgotten because the disk is full. */
async function persist<Result>(
  { clock, logger, signal }: JobContext,
  write: () => Promise<Result>,
): Promise<Result | undefined> {
  while (!signal.aborted) {
    try {
      return await write();
    } catch (error) {
      logger.error({ err: error }, "The progress of provisioning cannot be written; trying again");
      await new Promise<void>((resolve) => {
        const cancel = clock.schedule(storageRetryMs, resolve);
        signal.addEventListener(
          "abort",
          () => {
            cancel();
            resolve();
          },
          { once: true },
        );
      });
    }
  }
  return undefined;
}
