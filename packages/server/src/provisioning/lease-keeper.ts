import type { JobLeases, ProvisioningJob } from "../computers/computer-store.ts";
import type { Logger } from "../observability/logger.ts";
import type { Clock } from "../time/clock.ts";
import type { StepLease } from "./provisioner.ts";

/** How often claims are renewed, in milliseconds: a renewal also tells that a job was replaced, or its computer deleted. */
const renewalIntervalMs = 2_000;
/** How often claims are checked, in milliseconds; also the pause before a failed renewal is retried. */
const checkIntervalMs = 500;
/** How long before the end of its claim work stops, in milliseconds: three seconds to end, and one in reserve. */
const stopAheadMs = 4_000;

const notRenewed = "its lease could not be renewed in time";

/** The claim of a job that runs. */
export interface HeldLease extends StepLease {
  /** Whether the work may continue and write its results. */
  isHeld(): boolean;
  /** Releases the job to any node or, if it has ended, forgets the claim. Call it when none of the work is running. */
  end(isJobEnded: boolean): Promise<void>;
}

/** Keeps the claims of the jobs that run. */
export interface LeaseKeeper {
  /**
   * @param claimedAt when the claim was requested, by the clock's `elapsed()`.
   * @param onLost called once, when the work has to stop.
   */
  hold(job: ProvisioningJob, claimedAt: number, onLost: () => void): HeldLease;
  /** Ends claims whose work has not begun. */
  release(jobs: readonly ProvisioningJob[]): Promise<void>;
  /** How many claims could not be renewed in time. */
  lostLeases(): number;
  /** Stops renewing. */
  stop(): void;
}

interface Held {
  readonly job: ProvisioningJob;
  readonly onLost: () => void;
  readonly listeners: Set<() => void>;
  stopAt: number;
  isLost: boolean;
}

/** The context of {@link createLeaseKeeper}. */
export interface LeaseKeeperOptions {
  readonly leases: JobLeases;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Makes the keeper. A claim counts from the moment of its request, and only durations are compared, so it ends here before it
 * ends in the store, whatever the machines' clocks say.
 */
export function createLeaseKeeper({ leases, clock, logger }: LeaseKeeperOptions): LeaseKeeper {
  const held = new Map<number, Held>();
  const workMs = leases.durationMs - stopAheadMs;
  let renewedAt = Number.NEGATIVE_INFINITY;
  let isRenewing = false;
  let hasFailed = false;
  let lostLeases = 0;
  let cancelCheck: (() => void) | undefined;
  let ending: ProvisioningJob[] = [];
  let ended: Promise<void> | undefined;

  const isPast = ({ stopAt }: Held): boolean => clock.elapsed() >= stopAt;

  function lose(claim: Held, reason: string): void {
    if (claim.isLost) return;
    claim.isLost = true;
    if (reason === notRenewed) lostLeases += 1;
    logger.warn({ ...claim.job, reason }, "The work on a provisioning job has to stop");
    claim.onLost();
  }

  function checkAll(): void {
    cancelCheck = held.size === 0 ? undefined : clock.schedule(checkIntervalMs, checkAll);
    for (const claim of held.values()) if (isPast(claim)) lose(claim, notRenewed);
    if (clock.elapsed() - renewedAt >= renewalIntervalMs) renew();
  }

  /** Claims that are lost are renewed too, until their work has stopped: no other node begins before. */
  function renew(): void {
    if (isRenewing || held.size === 0) return;
    isRenewing = true;
    const sentAt = clock.elapsed();
    const claims = [...held.values()];
    leases
      .renew(claims.map(({ job }) => job))
      .then((renewed) => {
        renewedAt = sentAt;
        hasFailed = false;
        const replaced = new Map(renewed.map(({ attempt, isReplaced }) => [attempt, isReplaced]));
        for (const claim of claims) apply(claim, replaced.get(claim.job.attempt), sentAt + workMs);
      })
      .catch((err: unknown) => {
        if (!hasFailed) logger.warn({ err }, "Claims of provisioning jobs cannot be renewed; trying again");
        hasFailed = true;
      })
      .finally(() => {
        isRenewing = false;
      });
  }

  function apply(claim: Held, isReplaced: boolean | undefined, stopAt: number): void {
    if (isReplaced === undefined) lose(claim, "it is another node's, or its computer was deleted");
    else if (isReplaced) lose(claim, "another job took its place");
    else if (isPast(claim)) lose(claim, notRenewed);
    if (claim.isLost || held.get(claim.job.attempt) !== claim) return;
    claim.stopAt = stopAt;
    for (const listener of claim.listeners) listener();
  }

  /** Claims that end in one turn of the event loop are released together. A failure only means that others wait for the end. */
  function release(jobs: readonly ProvisioningJob[]): Promise<void> {
    ending.push(...jobs);
    ended ??= new Promise((resolve) => {
      setImmediate(() => {
        const released = ending;
        ending = [];
        ended = undefined;
        leases
          .release(released)
          .catch((err: unknown) => logger.warn({ err }, "Claims of provisioning jobs cannot be released"))
          .finally(resolve);
      });
    });
    return ended;
  }

  return {
    hold(job, claimedAt, onLost) {
      const claim: Held = { job, onLost, listeners: new Set(), stopAt: claimedAt + workMs, isLost: false };
      held.set(job.attempt, claim);
      cancelCheck ??= clock.schedule(checkIntervalMs, checkAll);
      return {
        get stopAt() {
          return claim.stopAt;
        },
        onRenewed(listener) {
          claim.listeners.add(listener);
          return () => claim.listeners.delete(listener);
        },
        isHeld() {
          if (isPast(claim)) lose(claim, notRenewed);
          return !claim.isLost;
        },
        async end(isJobEnded) {
          held.delete(job.attempt);
          if (!isJobEnded) await release([job]);
        },
      };
    },
    release,
    lostLeases: () => lostLeases,
    stop() {
      cancelCheck?.();
      held.clear();
    },
  };
}
