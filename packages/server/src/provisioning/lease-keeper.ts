import { setImmediate as nextTurn } from "node:timers/promises";
import type { JobLeases, ProvisioningJob } from "../computers/computer-store.ts";
import type { Logger } from "../observability/logger.ts";
import type { Clock } from "../time/clock.ts";

/**
 * How often claims are renewed, in milliseconds. A renewal also reveals that a job was replaced or its computer
 * deleted.
 */
const renewalIntervalMs = 2_000;
/** How often claims are checked, in milliseconds; also the pause before a failed renewal is retried. */
const checkIntervalMs = 500;
/**
 * How long before its claim ends work must stop, in milliseconds: three seconds to end commands, and one in reserve.
 */
const stopAheadMs = 4_000;

const notRenewed = "its lease could not be renewed in time";

/** The claim of a job that runs. */
export interface HeldLease {
  /** Whether the work may continue. */
  isHeld(): boolean;
  /**
   * Releases the job to any node or, if the job has ended, forgets the claim. Call it when none of the work is running.
   */
  end(isJobEnded: boolean): Promise<void>;
}

interface Held {
  readonly job: ProvisioningJob;
  readonly onLost: () => void;
  isLost: boolean;
}

/** The context of {@link LeaseKeeper}. */
export interface LeaseKeeperOptions {
  readonly leases: JobLeases;
  readonly clock: Clock;
  readonly logger: Logger;
  /**
   * Called with the time when work must stop unless the lease is renewed, by the clock's `elapsed()`, if the lease can
   * end.
   */
  readonly onRenewed?: ((stopAt: number) => void) | undefined;
}

/**
 * Keeps the lease of this process, and with it the claims of running jobs. The lease counts from the moment of a
 * request, and only durations are compared, so it ends here before it ends in the store, whatever the machines' clocks
 * say.
 */
export class LeaseKeeper {
  readonly #options: LeaseKeeperOptions;
  readonly #held = new Map<number, Held>();
  readonly #released: ProvisioningJob[] = [];
  #releasing = Promise.resolve();
  /** When work must stop unless the lease is renewed. */
  #stopAt = -Infinity;
  #renewedAt = -Infinity;
  #isRenewing = false;
  #hasFailed = false;
  #lostLeases = 0;
  #cancelCheck: (() => void) | undefined;

  constructor(options: LeaseKeeperOptions) {
    this.#options = options;
  }

  /** How many claims could not be renewed in time. */
  get lostLeases(): number {
    return this.#lostLeases;
  }

  /** The running attempts. */
  attempts(): ReadonlySet<number> {
    return new Set(this.#held.keys());
  }

  /**
   * @param claimedAt when the claim was requested, by the clock's `elapsed()`.
   * @param onLost called once, when the work must stop.
   */
  hold(job: ProvisioningJob, claimedAt: number, onLost: () => void): HeldLease {
    this.#extend(claimedAt);
    const claim: Held = { job, onLost, isLost: false };
    this.#held.set(job.attempt, claim);
    this.#cancelCheck ??= this.#scheduleCheck();
    return {
      isHeld: () => {
        this.#loseEnded();
        return !claim.isLost;
      },
      end: async (isJobEnded) => {
        this.#held.delete(job.attempt);
        if (!isJobEnded) await this.release([job]);
      },
    };
  }

  /** Ends claims, those of one turn of the event loop together. After a failure, the next claim releases them. */
  release(jobs: readonly ProvisioningJob[]): Promise<void> {
    if (this.#released.length === 0)
      this.#releasing = nextTurn()
        .then(() => this.#options.leases.release(this.#released.splice(0)))
        .catch((err: unknown) =>
          this.#options.logger.warn({ err }, "Claims of provisioning jobs cannot be released"),
        );
    this.#released.push(...jobs);
    return this.#releasing;
  }

  /** Immediately checks whether jobs were replaced. */
  check(): void {
    this.#renew();
  }

  /** Stops renewing. */
  stop(): void {
    this.#cancelCheck?.();
    this.#held.clear();
  }

  #scheduleCheck(): () => void {
    return this.#options.clock.schedule(checkIntervalMs, () => {
      this.#cancelCheck = this.#held.size === 0 ? undefined : this.#scheduleCheck();
      this.#loseEnded();
      if (this.#options.clock.elapsed() - this.#renewedAt >= renewalIntervalMs) this.#renew();
    });
  }

  /** Extends the lease, but not claims that are already lost. */
  #extend(sentAt: number): void {
    this.#loseEnded();
    this.#stopAt = Math.max(this.#stopAt, sentAt + this.#options.leases.durationMs - stopAheadMs);
    if (this.#stopAt < Infinity) this.#options.onRenewed?.(this.#stopAt);
  }

  /** Loses all claims whose lease has ended. */
  #loseEnded(): void {
    if (this.#options.clock.elapsed() >= this.#stopAt)
      for (const claim of this.#held.values()) this.#lose(claim, notRenewed);
  }

  #lose(claim: Held, reason: string): void {
    if (claim.isLost) return;
    claim.isLost = true;
    if (reason === notRenewed) this.#lostLeases += 1;
    this.#options.logger.warn({ ...claim.job, reason }, "Work on a provisioning job has to stop");
    claim.onLost();
  }

  /** Lost claims are renewed too until their work has stopped, so that no other node starts before. */
  #renew(): void {
    if (this.#isRenewing || this.#held.size === 0) return;
    this.#isRenewing = true;
    const sentAt = this.#options.clock.elapsed();
    const claims = [...this.#held.values()];
    this.#options.leases
      .renew()
      .then((renewed) => {
        this.#renewedAt = sentAt;
        this.#hasFailed = false;
        const replaced = new Map(renewed.map(({ attempt, isReplaced }) => [attempt, isReplaced]));
        // If there are none, another node may have ended this one's lease.
        if (renewed.length > 0) this.#extend(sentAt);
        for (const claim of claims) this.#apply(claim, replaced.get(claim.job.attempt));
      })
      .catch((err: unknown) => {
        if (!this.#hasFailed)
          this.#options.logger.warn({ err }, "Claims of provisioning jobs cannot be renewed; trying again");
        this.#hasFailed = true;
      })
      .finally(() => {
        this.#isRenewing = false;
      });
  }

  #apply(claim: Held, isReplaced: boolean | undefined): void {
    if (isReplaced === undefined) this.#lose(claim, "another node has it, or its computer was deleted");
    else if (isReplaced) this.#lose(claim, "another job replaced it");
  }
}
