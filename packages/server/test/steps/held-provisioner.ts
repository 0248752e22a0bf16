import { expect } from "vitest";
import type { Provisioner, StepResult, StepRun } from "../../src/provisioning/provisioner.ts";

/** A provisioner whose steps end when the test says so. */
export class HeldProvisioner implements Provisioner {
  readonly maxConcurrent: number;
  readonly runs: (StepRun & { end(result: StepResult): void })[] = [];

  #refusal = { error: new Error(), owners: [] as readonly string[], refused: [] as string[] };

  constructor(maxConcurrent = 10) {
    this.maxConcurrent = maxConcurrent;
  }

  /** From now on, these owners' steps fail with the error. Returns a list that gets the owner of each such run. */
  refuse(error: Error, ...owners: readonly string[]): readonly string[] {
    this.#refusal = { error, owners, refused: [] };
    return this.#refusal.refused;
  }

  run(run: StepRun): Promise<StepResult> {
    const { error, owners, refused } = this.#refusal;
    const { ownerId } = run.computer;
    if (owners.includes(ownerId)) {
      refused.push(ownerId);
      return Promise.reject(error);
    }
    return new Promise((resolve, reject) => {
      this.runs.push({ ...run, end: resolve });
      run.signal.addEventListener("abort", () => reject(run.signal.reason));
    });
  }

  /** Waits until `count` runs have started, and returns the last of them. */
  async begun(count: number): Promise<HeldProvisioner["runs"][number]> {
    await expect.poll(() => this.runs.length).toBe(count);
    return this.runs[count - 1] as HeldProvisioner["runs"][number];
  }
}
