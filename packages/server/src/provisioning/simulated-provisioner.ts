import type { StoredComputer, StoredStep } from "../computers/computer.ts";
import type { Clock } from "../time/clock.ts";
import type { Provisioner, StepResult } from "./provisioner.ts";

/** The simulation of one step. */
export interface SimulatedStep {
  readonly durationMs?: number;
  /** If present, the step fails with this error. */
  readonly error?: string;
}

/** Options of {@link createSimulatedProvisioner}. */
export interface SimulatedProvisionerOptions {
  readonly clock: Clock;
  /** How long a step takes, in milliseconds. */
  readonly durationMs?: number;
  /**
   * Chooses the duration and failure of a run; missing values take their defaults.
   *
   * @default reads the computer's name
   */
  readonly choose?: (computer: StoredComputer, step: StoredStep) => SimulatedStep;
  /** How many steps run at the same time. */
  readonly maxConcurrent?: number;
}

/** How long a simulated step takes, in milliseconds. */
export const defaultStepMs = 3_000;

/** A provisioner that simulates steps: it waits, then completes or fails as chosen. */
export function createSimulatedProvisioner(options: SimulatedProvisionerOptions): Provisioner {
  const { clock, durationMs = defaultStepMs, choose = chooseByName, maxConcurrent = 10_000 } = options;

  return {
    maxConcurrent,
    run({ computer, step, signal }) {
      const chosen = choose(computer, step);
      const result: StepResult =
        chosen.error === undefined ? { status: "completed" } : { status: "failed", error: chosen.error };
      return new Promise((resolve, reject) => {
        const onAbort = (): void => {
          cancel();
          reject(signal.reason);
        };
        const cancel = clock.schedule(chosen.durationMs ?? durationMs, () => {
          signal.removeEventListener("abort", onAbort);
          resolve(result);
        });
        if (signal.aborted) onAbort();
        else signal.addEventListener("abort", onAbort, { once: true });
      });
    },
  };
}

/**
 * Chooses by the computer's name, so that a caller controls it by renaming the computer: the step whose ID follows
 * `fail-` fails (`fail-install-deps-1`), and a part `slow` or `fast` between hyphens changes how long every step takes.
 */
export function chooseByName({ name }: StoredComputer, step: StoredStep): SimulatedStep {
  const parts = name.split("-");
  const pace = parts.includes("slow") ? 60_000 : parts.includes("fast") ? 300 : undefined;
  return {
    ...(pace !== undefined && { durationMs: pace }),
    ...(name.includes(`fail-${step.id}`) && {
      error: `The simulation of ${step.id} failed, as the name of the computer asks.`,
    }),
  };
}
