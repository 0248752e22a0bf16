import { expect } from "vitest";
import type { Provisioner, StepResult, StepRun } from "../../src/provisioning/provisioner.ts";

/** A provisioner whose steps end when the test says so. */
export class HeldProvisioner implements Provisioner {
  readonly maxConcurrent: number;
  readonly runs: (StepRun & { end(result: StepResult): void })[] = [];

  constructor(maxConcurrent = 10) {
    this.maxConcurrent = maxConcurrent;
  }

  run(run: StepRun): Promise<StepResult> {
    return new Promise((resolve, reject) => {
      this.runs.push({ ...run, end: resolve });
      run.signal.addEventListener("abort", () => reject(run.signal.reason));
    });
  }

  /** Waits until `count` runs have begun, and gives the last of them. */
  async begun(count: number): Promise<HeldProvisioner["runs"][number]> {
    await expect.poll(() => this.runs.length).toBe(count);
    return this.runs[count - 1] as HeldProvisioner["runs"][number];
  }
}
