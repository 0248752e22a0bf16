import type { ComputerStore } from "../../src/computers/computer-store.ts";
import { FakeClock } from "../../src/index.ts";
import { silentLogger } from "../../src/observability/logger.ts";
import type { Provisioner, StepResult, StepRun } from "../../src/provisioning/provisioner.ts";
import {
  createProvisioningRunner,
  type ProvisioningRunner,
} from "../../src/provisioning/provisioning-runner.ts";
import type { JobStore, LeasedJobs } from "./leased-jobs.ts";

/** A clock whose process can be stopped for a while: time passes, and no timer fires. */
class StoppableClock extends FakeClock {
  #skipped = 0;
  wallMs = 0;

  override elapsed(): number {
    return super.elapsed() + this.#skipped;
  }

  override now(): number {
    return super.now() + this.wallMs;
  }

  skip(durationMs: number): void {
    this.#skipped += durationMs;
  }
}

interface HeldRun extends StepRun {
  end(result: StepResult): void;
  /** Whether the step was told to stop. */
  isStopped(): boolean;
}

/** A node whose steps end when the test says so; an aborted one takes a second, as a command does. */
export class TestNode {
  readonly clock = new StoppableClock(1_795_000_000_000);
  readonly runs: HeldRun[] = [];
  readonly store: { -readonly [Key in keyof JobStore]: JobStore[Key] };
  readonly runner: ProvisioningRunner;
  /** How many commands are on the host. */
  active = 0;

  readonly #jobs: LeasedJobs;

  constructor(jobs: LeasedJobs) {
    this.#jobs = jobs;
    this.store = { ...jobs.store, leases: { ...jobs.leases } };
    const provisioner: Provisioner = { maxConcurrent: 10, run: (run) => this.#run(run) };
    const store = this.store as unknown as ComputerStore;
    this.runner = createProvisioningRunner({ store, provisioner, clock: this.clock, logger: silentLogger });
    this.runner.start();
  }

  #run(run: StepRun): Promise<StepResult> {
    this.active += 1;
    return new Promise<StepResult>((resolve, reject) => {
      run.signal.throwIfAborted();
      run.signal.addEventListener("abort", () => {
        this.clock.schedule(1_000, () => reject(run.signal.reason));
      });
      this.runs.push({ ...run, end: resolve, isStopped: () => run.signal.aborted });
    }).finally(() => {
      this.active -= 1;
    });
  }

  /** Every query of this node comes to what `query` does; the function that it returns ends that. */
  cutOff(query: () => Promise<never>): () => void {
    const before = { ...this.store };
    Object.assign(this.store, { claimJobs: query, advanceJob: query });
    Object.assign(this.store.leases ?? {}, { renew: query, release: query });
    return () =>
      Object.assign(this.store, before, {
        leases: Object.assign(this.store.leases ?? {}, this.#jobs.leases),
      });
  }

  run(index = 0): HeldRun {
    const run = this.runs[index];
    if (run === undefined) throw new Error(`run ${index} has not begun`);
    return run;
  }
}
