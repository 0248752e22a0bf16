import type { Computer, ProvisioningStep } from "@compute-host/types";
import { superviseCall } from "./call-control.ts";
import { resolveLimit } from "./config.ts";
import { ApiError, ConnectionError, TimeoutError } from "./errors.ts";
import type { CallOptions } from "./options.ts";
import type { ComputersOperations } from "./resources.gen.ts";
import { retryableStatuses } from "./retry.ts";

/** A provisioning step that is new or has changed since the last look. */
export interface StepProgress {
  readonly step: ProvisioningStep;
  /** The step as it was; absent the first time. */
  readonly previous: ProvisioningStep | undefined;
  readonly computer: Computer;
}

/** Options of `waitUntilSettled`. */
export interface WaitOptions extends CallOptions {
  /** Called for each step that is new or has changed, in the order of the steps. What it throws ends the wait. */
  readonly onProgress?: ((progress: StepProgress) => void) | undefined;
  /**
   * Pause before the second look, in milliseconds; it grows to ten times that while nothing changes.
   * @default 1_000
   */
  readonly intervalMs?: number | undefined;
  /**
   * Limit of the whole wait in milliseconds.
   * @default 1_800_000 (30 minutes)
   */
  readonly deadlineMs?: number | undefined;
}

/**
 * Polls a computer until its status is `active` or `error`. Errors that can pass are waited out, and a status that is not known
 * is waited on.
 */
export function waitUntilSettled(
  get: ComputersOperations["get"],
  computerId: string,
  { onProgress, intervalMs, deadlineMs, signal, ...options }: WaitOptions = {},
): Promise<Computer> {
  return superviseCall(signal, async (control) => {
    const firstPauseMs = resolveLimit("intervalMs", intervalMs, 1_000);
    const limitMs = resolveLimit("deadlineMs", deadlineMs, 1_800_000);
    const deadline = performance.now() + limitMs;
    const report = createStepReporter(onProgress);
    let pauseMs = firstPauseMs;
    let cause: unknown;
    for (;;) {
      let retryAfterMs = 0;
      const leftMs = deadline - performance.now();
      try {
        const computer = await get(computerId, {
          ...options,
          signal: control.signal,
          deadlineMs: Math.max(leftMs, 1),
        });
        if (report(computer)) pauseMs = firstPauseMs;
        if (computer.status === "active" || computer.status === "error") return computer;
        cause = undefined;
      } catch (error) {
        if (!isTransient(error)) throw error;
        // A look that the deadline cut short says less than the last response.
        cause = error instanceof TimeoutError ? (cause ?? error) : error;
        retryAfterMs = (error as ApiError).retryAfterMs ?? 0;
      }
      const delayMs = Math.max(pauseMs * (0.75 + Math.random() / 2), retryAfterMs);
      if (performance.now() + delayMs > deadline) throw lateError(computerId, limitMs, cause);
      await new Promise<void>((resume) => control.setTimer(delayMs, resume));
      pauseMs = Math.min(pauseMs * 1.5, firstPauseMs * 10);
    }
  });
}

/** Makes a function that reports what has changed since it was last called, and tells whether anything has. */
function createStepReporter(onProgress: WaitOptions["onProgress"]): (computer: Computer) => boolean {
  let known: ProvisioningStep[] = [];
  // No field of a step is required, and nothing says that ids are unique: its place counts first.
  const previousOf = (step: ProvisioningStep, index: number) =>
    known[index]?.id === step.id ? known[index] : known.find(({ id }) => id !== undefined && id === step.id);
  return (computer) => {
    const { provisioningSteps = [] } = computer;
    const reports = provisioningSteps.map((step, index) => ({
      step,
      previous: previousOf(step, index),
      computer,
    }));
    const changed = reports.filter(({ step, previous }) => JSON.stringify(step) !== JSON.stringify(previous));
    for (const progress of changed) onProgress?.(progress);
    known = provisioningSteps;
    return changed.length > 0;
  };
}

function isTransient(error: unknown): boolean {
  return error instanceof ApiError
    ? retryableStatuses.has(error.status)
    : error instanceof ConnectionError || error instanceof TimeoutError;
}

function lateError(computerId: string, timeoutMs: number, cause: unknown): TimeoutError {
  const message = `waitUntilSettled: ${computerId} did not settle within deadlineMs (${timeoutMs} ms)`;
  return new TimeoutError(message, { timeoutMs, cause });
}
