import type { StoredComputer } from "../computers/computer.ts";
import { anyOwner, type OwnerTurns, type ProvisioningJob } from "../computers/computer-store.ts";
import { type JobRunOptions, retryMs } from "./job-run.ts";
import { LeaseKeeper } from "./lease-keeper.ts";
import { RunningJobs } from "./running-jobs.ts";
import { WaitingSteps } from "./waiting-steps.ts";

/** Runs the provisioning jobs of the store. */
export interface ProvisioningRunner {
  /** Removes what earlier processes left, then starts the jobs that no process has. */
  start(): void;
  /** Looks for new jobs, and for those that replace a running one. */
  wake(): void;
  /** Starts no more steps; other nodes or the next start will. */
  drain(): void;
  /** Waits until no step is running; until then, leases are renewed. */
  finishSteps(): Promise<void>;
  runningSteps(): number;
  stepFigures(): StepFigures;
  /** How many claims could not be renewed in time. */
  lostLeases(): number;
  /**
   * Aborts running jobs and waits for them. Another node runs them again, or this one after its next start.
   *
   * @param leavesSteps whether what they have started continues, for the next start to take over.
   */
  stop(leavesSteps?: boolean): Promise<void>;
}

/** How long this process's steps have been running, or waiting until the system lets them start, in seconds. */
export interface StepFigures {
  readonly waiting: number;
  /** 0 if none waits. */
  readonly oldestWaitingSeconds: number;
  /** 0 if none is running. */
  readonly oldestRunningSeconds: number;
}

/** The context of the runner. */
export type ProvisioningRunnerOptions = Omit<
  JobRunOptions,
  "signal" | "stopping" | "lease" | "isDraining" | "mustYield" | "lendPlace" | "waiting" | "runningSince"
> & {
  /** Called with the reason when steps begin to wait for the system, and with `undefined` once none waits. */
  readonly onWaitingChange?: ((reason: string | undefined) => void) | undefined;
};

/** The most jobs that are claimed at once. */
const maxClaims = 1_000;
/**
 * How often the store is polled for jobs, in milliseconds: nothing announces another process's jobs or the end of a
 * lease.
 */
const pollIntervalMs = 1_000;

/**
 * Makes the runner. The store is the queue: a job leaves it only with the write that ends its computer's provisioning,
 * so a crash never loses one. Owners take turns, step by step: while all places are taken, a job goes back to the queue
 * after each step, and its place goes to the next owner, ordered by ID.
 */
export function createProvisioningRunner(options: ProvisioningRunnerOptions): ProvisioningRunner {
  const { store, provisioner, clock, logger, onWaitingChange = () => {} } = options;
  const onRenewed = (stopAt: number) => provisioner.renew?.(stopAt);
  const keeper = new LeaseKeeper({ leases: store.leases, clock, logger, onRenewed });
  const waiting = new WaitingSteps(onWaitingChange);
  const stopping = new AbortController();
  const running = new RunningJobs({
    ...options,
    keeper,
    waiting,
    stopping: stopping.signal,
    isDraining: () => isDraining,
    onRoom: wake,
  });
  /** The owner who had the last turn. */
  let lastOwner = "";
  let isStarted = false;
  let isDraining = false;
  let taking: Promise<void> | undefined;
  let isWokenAgain = false;
  let hasFailed = false;
  let stopPolling: (() => void) | undefined;

  async function takeJobs(): Promise<void> {
    // How many jobs an owner gets per turn.
    let share = 1;
    do {
      isWokenAgain = false;
      const room = Math.min(running.room, maxClaims);
      if (room <= 0 || isDraining || stopping.signal.aborted) return;
      const claimedAt = clock.elapsed();
      const turns = { after: lastOwner, share, running: keeper.attempts() };
      const jobs = await claim(room, turns);
      running.claiming = 0;
      hasFailed = false;
      if (stopping.signal.aborted || isDraining)
        return jobs.length === 0 ? undefined : await keeper.release(jobs);
      for (const job of jobs) running.run(job, claimedAt);
      if (running.size === 0) waiting.settle();
      const isPastLastOwner = jobs.length < room;
      if (jobs.length > 0 || turns.after !== "") isWokenAgain = true;
      // The next claim then starts with the first owner.
      lastOwner = isPastLastOwner ? "" : (jobs.at(-1)?.ownerId ?? "");
      // Every owner had a turn, and places are left: larger shares fill them in few claims, even for a single owner.
      if (isPastLastOwner && turns.after === "") share *= 2;
    } while (isWokenAgain);
  }

  async function claim(room: number, turns: OwnerTurns): Promise<readonly ProvisioningJob[]> {
    running.claiming = room;
    try {
      return await store.claimJobs(room, turns);
    } catch (error) {
      running.claiming = 0;
      throw error;
    }
  }

  function wake(): void {
    isWokenAgain = true;
    if (!isStarted || stopping.signal.aborted || taking !== undefined) return;
    taking = takeJobs()
      .catch((error: unknown) => {
        if (!hasFailed) logger.error({ err: error }, "Provisioning jobs cannot be read; trying again");
        hasFailed = true;
        isWokenAgain = false;
        clock.schedule(retryMs, wake);
      })
      .finally(endTaking);
  }

  function endTaking(): void {
    taking = undefined;
    if (isWokenAgain) wake();
  }

  /** Runs before the first job, so that no new step is mistaken for one that was left. */
  async function sweep(): Promise<void> {
    // Makes `endTaking` take the first jobs.
    isWokenAgain = true;
    await provisioner
      .sweep?.(async ({ computerId: id, stepId, startedAt }) => {
        const text = await store.get({ id, ownerId: anyOwner });
        const { provisioningSteps = [] } =
          text === undefined ? {} : (JSON.parse(text) as Partial<StoredComputer>);
        return provisioningSteps.some(
          (step) => step.id === stepId && step.status === "running" && step.startedAt === startedAt,
        );
      })
      .catch((err: unknown) => logger.warn({ err }, "What earlier steps left behind cannot be removed"));
  }

  function poll(): void {
    stopPolling = clock.schedule(pollIntervalMs, poll);
    wake();
  }

  return {
    start() {
      isStarted = true;
      stopPolling = clock.schedule(pollIntervalMs, poll);
      taking = sweep().finally(endTaking);
    },
    wake() {
      keeper.check();
      wake();
    },
    drain() {
      isDraining = true;
    },
    async finishSteps() {
      if (running.size === 0) return;
      logger.info(
        { steps: running.size },
        "Waiting for running steps; a second signal ends the service immediately",
      );
      await running.untilEnded();
    },
    runningSteps: () => running.size,
    stepFigures() {
      const now = clock.elapsed();
      const { count, since } = waiting.figures(now);
      return {
        waiting: count,
        oldestWaitingSeconds: (now - since) / 1_000,
        oldestRunningSeconds: (now - Math.min(now, running.oldestSince)) / 1_000,
      };
    },
    lostLeases: () => keeper.lostLeases,
    async stop(leavesSteps = false) {
      stopping.abort();
      stopPolling?.();
      if (leavesSteps && running.size > 0)
        logger.info({ steps: running.size }, "Steps are left running; the next start will take them over");
      running.abort(leavesSteps);
      await Promise.all([taking, running.untilEnded()]);
      keeper.stop();
    },
  };
}
