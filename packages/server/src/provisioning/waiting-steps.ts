import type { StepRun } from "./provisioner.ts";

/** The steps that wait until the system lets them start or end. */
export class WaitingSteps {
  readonly #runs = new Set<StepRun>();
  readonly #onChange: (reason: string | undefined) => void;
  #isTold = false;

  /** @param onChange called with the reason when steps begin to wait, and with `undefined` once none waits. */
  constructor(onChange: (reason: string | undefined) => void) {
    this.#onChange = onChange;
  }

  add(run: StepRun, reason: string): void {
    this.#runs.add(run);
    if (!this.#isTold) this.#onChange(reason);
    this.#isTold = true;
  }

  /** Removes a step whose job goes back to the queue. Whether it can start is not known yet. */
  delete(run: StepRun): void {
    this.#runs.delete(run);
  }

  /** Must be called when a step has ended, or none is left; reports it if none waits. */
  settle(): void {
    if (!this.#isTold || this.#runs.size > 0) return;
    this.#isTold = false;
    this.#onChange(undefined);
  }
}
