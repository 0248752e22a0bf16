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

/** Keeps the lease of this process, and so the claims of the jobs that run. */
export interface LeaseKeeper {
  /**
   * @param claimedAt when the claim was requested, by the clock's `elapsed()`.
   * @param onLost called once, when the work has to stop.
   */
  hold(job: ProvisioningJob, claimedAt: number, onLost: () => void): HeldLease;
  /** Ends claims whose work has not begun. */
  release(jobs: readonly ProvisioningJob[]): Promise<void>;
  /** Asks at once whether jobs were replaced. */
  check(): void;
  /** How many claims could not be renewed in time. */
  lostLeases(): number;
  /** Stops renewing. */
  stop(): void;
}

interface Held {
  readonly job: ProvisioningJob;
  readonly onLost: () => void;
  readonly listeners: Set<() => void>;
  /** When its work had to stop; absent until it is lost. */
  lostAt?: number;
}

/** The context of {@link createLeaseKeeper}. */
export interface LeaseKeeperOptions {
  readonly leases: JobLeases;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Makes the keeper. The lease counts from the moment of a request, and only durations are compared, so it ends here before it
 * ends in the store, whatever the machines' clocks say.
 */
export function createLeaseKeeper({ leases, clock, logger }: LeaseKeeperOptions): LeaseKeeper {
  const held = new Map<number, Held>();
  const workMs = leases.durationMs - stopAheadMs;
  /** When work has to stop unless the lease is renewed. */
  let stopAt = Number.NEGATIVE_INFINITY;
  let renewedAt = Number.NEGATIVE_INFINITY;
  let isRenewing = false;
  let hasFailed = false;
  let lostLeases = 0;
  let cancelCheck: (() => void) | undefined;
  let ending: ProvisioningJob[] = [];
  let ended: Promise<void> | undefined;

  function lose(claim: Held, reason: string): void {
    if (claim.lostAt !== undefined) return;
    claim.lostAt = stopAt;
    if (reason === notRenewed) lostLeases += 1;
    logger.warn({ ...claim.job, reason }, "The work on a provisioning job has to stop");
    claim.onLost();
  }

  /** Loses all claims whose lease has ended. */
  function loseEnded(): void {
    if (clock.elapsed() >= stopAt) for (const claim of held.values()) lose(claim, notRenewed);
  }

  /** A claim that was lost stays so. */
  function extend(sentAt: number): void {
    loseEnded();
    stopAt = Math.max(stopAt, sentAt + workMs);
  }

  function checkAll(): void {
    cancelCheck = held.size === 0 ? undefined : clock.schedule(checkIntervalMs, checkAll);
    loseEnded();
    if (clock.elapsed() - renewedAt >= renewalIntervalMs) renew();
  }

  /** Claims that are lost are renewed too, until their work has stopped: no other node begins before. */
  function renew(): void {
    if (isRenewing || held.size === 0) return;
    isRenewing = true;
    const sentAt = clock.elapsed();
    const claims = [...held.values()];
    leases
      .renew()
      .then((renewed) => {
        renewedAt = sentAt;
        hasFailed = false;
        const replaced = new Map(renewed.map(({ attempt, isReplaced }) => [attempt, isReplaced]));
        extend(sentAt);
        for (const claim of claims) apply(claim, replaced.get(claim.job.attempt));
      })
      .catch((err: unknown) => {
        if (!hasFailed) logger.warn({ err }, "Claims of provisioning jobs cannot be renewed; trying again");
        hasFailed = true;
      })
      .finally(() => {
        isRenewing = false;
      });
  }

  function apply(claim: Held, isReplaced: boolean | undefined): void {
    if (isReplaced === undefined) lose(claim, "it is another node's, or its computer was deleted");
    else if (isReplaced) lose(claim, "another job took its place");
    if (claim.lostAt !== undefined || held.get(claim.job.attempt) !== claim) return;
    for (const listener of claim.listeners) listener();
  }

  /** Claims that end in one turn of the event loop are released together. A failure only means that others wait for the next claim. */
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
      extend(claimedAt);
      const claim: Held = { job, onLost, listeners: new Set() };
      held.set(job.attempt, claim);
      cancelCheck ??= clock.schedule(checkIntervalMs, checkAll);
      return {
        get stopAt() {
          return claim.lostAt ?? stopAt;
        },
        onRenewed(listener) {
          claim.listeners.add(listener);
          return () => claim.listeners.delete(listener);
        },
        isHeld() {
          loseEnded();
          return claim.lostAt === undefined;
        },
        async end(isJobEnded) {
          held.delete(job.attempt);
          if (!isJobEnded) await release([job]);
        },
      };
    },
    release,
    check: renew,
    lostLeases: () => lostLeases,
    stop() {
      cancelCheck?.();
      held.clear();
    },
  };
}
