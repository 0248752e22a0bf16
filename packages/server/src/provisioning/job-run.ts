import { endCurrentStep, type StepStart, startCurrentStep } from "@compute-host/rules";
import type { StoredComputer, StoredStep } from "../computers/computer.ts";
import type { ComputerStore, ProvisioningJob } from "../computers/computer-store.ts";
import { newId } from "../computers/new-id.ts";
import type { Logger } from "../observability/logger.ts";
import type { Clock } from "../time/clock.ts";
import type { HeldLease } from "./lease-keeper.ts";
import type { Provisioner, StepResult, StepRun } from "./provisioner.ts";

/** Pause before a retry after a failure of the storage, in milliseconds. */
export const storageRetryMs = 1_000;

/** The context of a job. */
export interface JobRunOptions {
  readonly store: ComputerStore;
  readonly provisioner: Provisioner;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called after every step with its result. */
  readonly onStepEnd?: ((status: StepResult["status"]) => void) | undefined;
  readonly signal: AbortSignal;
  readonly lease: HeldLease | undefined;
}

/** The outcome of a job. */
export interface JobOutcome {
  /** Whether it has left the store. */
  readonly isEnded: boolean;
  /** Present if something of it still runs, until this settles. */
  readonly released?: Promise<void> | undefined;
}

/**
 * Runs the steps of a job one after the other; every change is on disk before the next step starts. Before each step and each write
 * it makes sure that the job is still this process's: a process that was stopped for a while does not know what happened meanwhile.
 */
export async function runJob(job: ProvisioningJob, options: JobRunOptions): Promise<JobOutcome> {
  const { store, clock, logger, signal, provisioner, lease } = options;
  const start = (): StepStart => ({ startedAt: clock.now(), installSessionId: newId("ins") });
  let computer = await persist(options, () =>
    store.advanceJob(job, (before) => startCurrentStep(before, start())),
  );
  while (computer !== undefined && mayGoOn(options)) {
    const step = computer.provisioningSteps.find(({ status }) => status === "running");
    if (step === undefined) return { isEnded: true };
    const run: StepRun = { computer, step, attempt: job.attempt, signal, ...(lease && { lease }) };
    const result = await runStep(run, provisioner);
    const released = result.status === "failed" ? result.released : undefined;
    if (!mayGoOn(options)) return { isEnded: false, released };
    const fields = { computerId: job.computerId, stepId: step.id, installSessionId: step.installSessionId };
    options.onStepEnd?.(result.status);
    if (result.status === "failed") logger.warn({ ...fields, reason: result.error }, "A step failed");
    else logger.info(fields, "A step completed");
    const end = {
      completedAt: clock.now(),
      ...(result.status === "failed" && { error: result.error }),
    };
    computer = await persist(options, () =>
      store.advanceJob(job, (before) =>
        isRunning(before, step)
          ? endCurrentStep(before, end, start())
          : // A write before this one was done, though its outcome was not known.
            { computer: before, ends: false },
      ),
    );
    if (!signal.aborted) provisioner.forget?.(run);
    if (result.status === "failed") return { isEnded: computer !== undefined, released };
  }
  return { isEnded: false };
}

function isRunning({ provisioningSteps }: StoredComputer, { id, startedAt }: StoredStep): boolean {
  const running = provisioningSteps.find(({ status }) => status === "running");
  return running?.id === id && running.startedAt === startedAt;
}

function mayGoOn({ signal, lease }: JobRunOptions): boolean {
  return !signal.aborted && (lease?.isHeld() ?? true);
}

async function runStep(run: StepRun, provisioner: Provisioner): Promise<StepResult> {
  try {
    return await provisioner.run(run);
  } catch (error) {
    return { status: "failed", error: error instanceof Error ? error.message : String(error) };
  }
}

/** Repeats a write until it succeeds: a full disk must not lose the result of a step. */
async function persist<Result>(
  options: JobRunOptions,
  write: () => Promise<Result>,
): Promise<Result | undefined> {
  const { clock, logger, signal } = options;
  while (mayGoOn(options)) {
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
