import type { StepRun } from "./provisioner.ts";

/** How long a step whose job is queued counts as waiting, in milliseconds: another node may have taken the job. */
const queuedMs = 300_000;

/** The steps that wait until the system lets them start or end. */
export class WaitingSteps {
  readonly #runs = new Set<StepRun>();
  /** Since when each step waits, by the clock's `elapsed()`; kept while its job is queued. */
  readonly #waits = new Map<string, { readonly since: number; triedAt: number }>();
  readonly #onChange: (reason: string | undefined) => void;
  #isTold = false;

  /** @param onChange called with the reason when steps begin to wait, and with `undefined` once none waits. */
  constructor(onChange: (reason: string | undefined) => void) {
    this.#onChange = onChange;
  }

  add(run: StepRun, reason: string, now: number): void {
    this.#runs.add(run);
    const { since } = this.#waits.get(keyOf(run)) ?? { since: now };
    this.#waits.set(keyOf(run), { since, triedAt: now });
    if (!this.#isTold) this.#onChange(reason);
    this.#isTold = true;
  }

  /** Removes a step whose job goes back to the queue. Whether it can start is not known yet. */
  delete(run: StepRun): void {
    this.#runs.delete(run);
  }

  /** Removes a step that runs. */
  begin(run: StepRun): void {
    this.#waits.delete(keyOf(run));
    if (!this.#runs.delete(run)) return;
    this.settle();
  }

  /** Removes a step that has ended, or that another process may run. */
  end(run: StepRun): void {
    this.#runs.delete(run);
    this.#waits.delete(keyOf(run));
    this.settle();
  }

  /** How many steps wait, and since when the first of them does. */
  figures(now: number): { readonly count: number; readonly since: number } {
    const waiting = new Set([...this.#runs].map(keyOf));
    for (const [key, { triedAt }] of this.#waits)
      if (!waiting.has(key) && now - triedAt > queuedMs) this.#waits.delete(key);
    const since = [...this.#waits.values()].map((wait) => wait.since);
    return { count: since.length, since: Math.min(now, ...since) };
  }

  /** Must be called when a step has ended, or none is left; reports it if none waits. */
  settle(): void {
    if (!this.#isTold || this.#runs.size > 0) return;
    this.#isTold = false;
    this.#onChange(undefined);
  }
}

/** The same for every try of a step. */
function keyOf({ computer, step }: StepRun): string {
  return JSON.stringify([computer.id, step.id, step.startedAt]);
}
