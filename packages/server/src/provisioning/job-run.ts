import {
  ConflictError,
  endCurrentStep,
  type Progress,
  type StepStart,
  setFields,
  startCurrentStep,
} from "@compute-host/core";
import type { StoredComputer, StoredStep } from "../computers/computer.ts";
import type { ComputerStore, ProvisioningJob } from "../computers/computer-store.ts";
import { newId } from "../computers/new-id.ts";
import { ComputerConflictError } from "../computers/store-errors.ts";
import type { Logger } from "../observability/logger.ts";
import { newTraceparent } from "../observability/traceparent.ts";
import type { Clock } from "../time/clock.ts";
import type { HeldLease } from "./lease-keeper.ts";
import type { Provisioner, StepResult, StepRun } from "./provisioner.ts";
import { InterruptedError, isTemporary, NotBegunError, systemCodeOf } from "./temporary-failure.ts";
import type { WaitingSteps } from "./waiting-steps.ts";

/** The pause before a retry after a failure of the storage or the system, in milliseconds. */
export const retryMs = 1_000;
/** The longest pause between two tries of a step that is interrupted again and again, in milliseconds. */
const maxPauseMs = 60_000;

/** The context of a job. */
export interface JobRunOptions {
  readonly store: ComputerStore;
  readonly provisioner: Provisioner;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The steps that wait for the system. */
  readonly waiting: WaitingSteps;
  /** Called after every step with its result. */
  readonly onStepEnd?: ((status: StepResult["status"]) => void) | undefined;
  /** Whether the job gives up its place after this step, because others may be waiting. */
  readonly mustYield: () => boolean;
  /** Lends the place to other jobs for this long, in milliseconds; `false` if they need it for longer. */
  readonly lendPlace: (pauseMs: number) => Promise<boolean>;
  /** The steps that are being run, and since when, by the clock's `elapsed()`. */
  readonly runningSince: Map<StepRun, number>;
  /** Aborted when the work must stop. */
  readonly signal: AbortSignal;
  /** Aborted when this process stops; only then is a result given up that cannot be written. */
  readonly stopping: AbortSignal;
  readonly lease: HeldLease;
  /** Whether this process starts no more steps. */
  readonly isDraining: () => boolean;
}

/**
 * Runs the steps of a job one after the other until it must yield; every change is on disk before the next step starts.
 * Before each step it checks that this process still has the job, because the process may have been suspended. Writing
 * a result needs no lease, because the store refuses it once another attempt has begun.
 *
 * @returns whether the job has left the store.
 */
export async function runJob(job: ProvisioningJob, options: JobRunOptions): Promise<boolean> {
  const { store, clock, logger, signal, provisioner } = options;
  const { traceparent = newTraceparent() } = job;
  const start = (): StepStart => ({ startedAt: clock.now(), installSessionId: newId("ins") });
  if (!mayGoOn(options)) return false;
  let computer = await persist(options, false, () =>
    store.advanceJob(job, (before) => startCurrentStep(before, start())),
  );
  while (computer !== undefined && mayGoOn(options) && !options.isDraining()) {
    const step = computer.provisioningSteps.find(({ status }) => status === "running");
    if (step === undefined) return computer.status !== "provisioning";
    const onBegun = (): void => options.waiting.begin(run);
    const run: StepRun = { computer, step, attempt: job.attempt, traceparent, signal, onBegun };
    let result = await runStep(run, options);
    if (result === undefined) return false;
    // This process or the supervisor may have killed it because of the lease.
    if (result.status === "failed" && !mayGoOn(options)) return false;
    // Others may get the place while the result waits to be written.
    const next = () => (options.mustYield() || options.isDraining() ? undefined : start());
    const write = (result: StepResult): Promise<StoredComputer | undefined> =>
      persist(options, true, () =>
        store.advanceJob(job, (before) =>
          isRunning(before, step)
            ? endStep(before, result, clock.now(), next())
            : // An earlier write with an unknown outcome has already ended the step.
              { computer: before, ends: false },
        ),
      );
    computer = await write(result).catch((error: unknown) => {
      if (!isConflict(error)) throw error;
      result = { status: "failed", error: conflictText(error) };
      return write(result);
    });
    // After an abort, the next start handles a result that is not on disk.
    if (computer !== undefined || !signal.aborted) await provisioner.forget?.(run);
    if (computer === undefined) return false;
    const { installSessionId } = step;
    const fields = { computerId: job.computerId, stepId: step.id, installSessionId, traceparent };
    options.onStepEnd?.(result.status);
    if (result.status === "failed") logger.warn({ ...fields, reason: result.error }, "A step failed");
    else logger.info(fields, "A step completed");
    if (result.status === "failed") return true;
  }
  return false;
}

function endStep(
  before: StoredComputer,
  result: StepResult,
  completedAt: number,
  next: StepStart | undefined,
): Progress<StoredComputer> {
  if (result.status === "failed") return endCurrentStep(before, { completedAt, error: result.error }, next);
  const { hostId, ...fields } = result.output ?? {};
  const computer = setFields({ ...before, ...fields }, { hostId });
  return endCurrentStep(computer, { completedAt }, next);
}

type Conflict = ConflictError | ComputerConflictError;

/** Whether the error means that a step reported a host that the computer cannot have. */
function isConflict(error: unknown): error is Conflict {
  return error instanceof ConflictError || error instanceof ComputerConflictError;
}

function conflictText({ code }: Conflict): string {
  const whose =
    code === "host-taken" ? "another computer of this owner has it" : "the computer has another host";
  return `The step reported a host, but ${whose}.`;
}

function isRunning({ provisioningSteps }: StoredComputer, { id, startedAt }: StoredStep): boolean {
  const running = provisioningSteps.find(({ status }) => status === "running");
  return running?.id === id && running.startedAt === startedAt;
}

function mayGoOn({ signal, lease }: JobRunOptions): boolean {
  return !signal.aborted && lease.isHeld();
}

/**
 * Retries a step while the system temporarily refuses to start or end it, because only what the command did counts as
 * its result. While it is not running, other jobs may have its place; if they need it for longer, the job goes back to
 * the queue.
 */
async function runStep(run: StepRun, options: JobRunOptions): Promise<StepResult | undefined> {
  const { provisioner, clock, logger, signal, waiting, runningSince } = options;
  let isRequeued = false;
  try {
    do {
      try {
        runningSince.set(run, clock.elapsed());
        return await provisioner.run(run).finally(() => runningSince.delete(run));
      } catch (err) {
        if (signal.aborted) return undefined;
        if (!isTemporary(err)) {
          logger.error({ err, computerId: run.computer.id, stepId: run.step.id }, "A step cannot be run");
          return { status: "failed", error: errorText(err) };
        }
        waiting.add(run, (err as Error).message, clock.elapsed());
        if (err instanceof NotBegunError) {
          isRequeued = !(await options.lendPlace(retryMs));
        } else if (err instanceof InterruptedError) {
          const { count } = err;
          const pauseMs = Math.min(retryMs * 2 ** (count - 1), maxPauseMs);
          const fields = { computerId: run.computer.id, stepId: run.step.id, count, pauseMs };
          logger.warn({ ...fields, reason: err.message }, "A step was interrupted and will run again");
          isRequeued = !(await options.lendPlace(pauseMs));
        } else {
          await pause(options, signal);
        }
      }
    } while (!isRequeued && mayGoOn(options) && !options.isDraining());
    return undefined;
  } finally {
    if (isRequeued) waiting.delete(run);
    else waiting.end(run);
  }
}

/**
 * The owner of the computer can read the error, so a failed system call is reported without its message, which contains
 * the service's paths.
 */
function errorText(error: unknown): string {
  const code = systemCodeOf(error);
  if (code !== undefined) return `The service could not run the step (${code}).`;
  return error instanceof Error ? error.message : String(error);
}

/**
 * Retries a write until it succeeds or is given up: neither a full disk nor a database outage may lose a result. Between
 * the tries, other jobs may have the place, because another session may have locked only this computer. If they need it
 * for longer, a job that has no result goes back to the queue.
 */
async function persist<Result>(
  options: JobRunOptions,
  hasResult: boolean,
  write: () => Promise<Result>,
): Promise<Result | undefined> {
  const givenUp = hasResult ? options.stopping : options.signal;
  do {
    try {
      return await write();
    } catch (error) {
      if (isConflict(error)) throw error;
      options.logger.error({ err: error }, "The progress of provisioning cannot be written; trying again");
      if (!(await options.lendPlace(retryMs)) && !hasResult) return undefined;
    }
  } while (!givenUp.aborted);
  return undefined;
}

/** Waits for a while, or until an abort. */
export async function pause(
  { clock }: Pick<JobRunOptions, "clock">,
  givenUp: AbortSignal,
  pauseMs = retryMs,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const cancel = clock.schedule(pauseMs, resolve);
  const giveUp = (): void => resolve();
  givenUp.addEventListener("abort", giveUp);
  await promise;
  cancel();
  givenUp.removeEventListener("abort", giveUp);
}
