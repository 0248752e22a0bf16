import type { StepRun } from "./provisioner.ts";

/** The steps that wait for the system to let them begin or end. */
export class WaitingSteps {
  readonly #runs = new Set<StepRun>();
  readonly #onChange: (reason: string | undefined) => void;
  #isTold = false;

  /** @param onChange is called with the reason when steps begin to wait, and with `undefined` when none waits any longer. */
  constructor(onChange: (reason: string | undefined) => void) {
    this.#onChange = onChange;
  }

  add(run: StepRun, reason: string): void {
    this.#runs.add(run);
    if (!this.#isTold) this.#onChange(reason);
    this.#isTold = true;
  }

  /** Removes a step whose job goes back to the queue: whether it can begin is not known yet. */
  delete(run: StepRun): void {
    this.#runs.delete(run);
  }

  /** Must be called when a step has ended, or none is left: tells it if none waits any longer. */
  settle(): void {
    if (!this.#isTold || this.#runs.size > 0) return;
    this.#isTold = false;
    this.#onChange(undefined);
  }
}
