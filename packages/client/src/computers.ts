import type { Computer, ProvisioningStep } from "@compute-host/types";
import type { ApiCall } from "./call.ts";
import { superviseCall } from "./call-control.ts";
import { assertObject, resolveLimits } from "./config.ts";
import { ConnectionError, TimeoutError } from "./errors.ts";
import type { CallOptions } from "./options.ts";
import type { ComputersOperations, Resources } from "./resources.gen.ts";
import { isTransientStatus } from "./retry.ts";

/** What can be done with computers: the operations of the spec, and a waiter. */
export interface Computers extends ComputersOperations {
  /**
   * Waits until the status of a computer is `active` or `error`, by polling.
   *
   * Errors that can pass (no connection, timeout, 408, 429, 5xx) are waited out, with `Retry-After` heeded, and a status that
   * is not known is waited on. Others reject, as `NotFoundError` does at once.
   *
   * @returns the computer as it settled; look at its `status`
   * @throws TimeoutError after `deadlineMs`
   * @example
   * await client.computers.retryInstallDeps(id);
   * const { status } = await client.computers.waitUntilSettled(id, {
   *   onProgress: ({ step }) => console.log(step.name, step.status),
   * });
   */
  waitUntilSettled(computerId: string, options?: WaitOptions): ApiCall<Computer>;
}

/** The resources of the spec, and what no operation of it is. */
export interface ClientResources extends Resources {
  readonly computers: Computers;
}

/** Adds what no operation of the spec is: the one place of the client that names a resource. */
export function withWaiter(resources: Resources): ClientResources {
  const computers: Computers = {
    ...resources.computers,
    // Looked up at each wait, so that a replaced `get` is used.
    waitUntilSettled: (computerId, options) => waitUntilSettled(computers.get, computerId, options),
  };
  return { ...resources, computers };
}

/** A provisioning step that is new or has changed since the last look. */
export interface StepProgress {
  /** The step as it is. */
  readonly step: ProvisioningStep;
  /** The step as it was; absent the first time. */
  readonly previous: ProvisioningStep | undefined;
  /** The computer that it belongs to. */
  readonly computer: Computer;
}

/** Options of `waitUntilSettled`. */
export interface WaitOptions extends CallOptions {
  /**
   * Called for each step that is new or has changed, in the order of the steps, and awaited. What it throws or rejects with
   * ends the wait.
   */
  readonly onProgress?: ((progress: StepProgress) => unknown) | undefined;
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
function waitUntilSettled(
  get: ComputersOperations["get"],
  computerId: string,
  options: WaitOptions = {},
): ApiCall<Computer> {
  let look: ApiCall<Computer>;
  const settled = superviseCall(options?.signal, async (signal, setTimer, stop) => {
    assertObject("options", options);
    const limits = resolveLimits(options, { intervalMs: 1_000, deadlineMs: 1_800_000 });
    const { intervalMs, deadlineMs: timeoutMs } = limits;
    let pauseMs = intervalMs;
    let known: readonly ProvisioningStep[] = [];
    let cause: unknown;
    setTimer(timeoutMs, () => {
      const message = `waitUntilSettled: ${computerId} not settled within deadlineMs (${timeoutMs} ms)`;
      stop(new TimeoutError(message, { timeoutMs, cause }));
    });
    for (;;) {
      look = get(computerId, { ...options, signal, deadlineMs: undefined });
      const computer = await look.catch((error: unknown) => {
        cause = error;
        const isTransient =
          isTransientStatus(Object(error).status) ||
          error instanceof ConnectionError ||
          error instanceof TimeoutError;
        if (!isTransient) throw error;
      });
      if (computer) {
        cause = undefined;
        const { provisioningSteps, status } = computer;
        const steps = Array.isArray(provisioningSteps) ? provisioningSteps : [];
        for (const change of changedSteps(steps, known)) {
          pauseMs = intervalMs;
          await options.onProgress?.({ ...change, computer });
        }
        known = steps;
        if (status === "active" || status === "error") return computer;
      }
      const delayMs = Math.max(pauseMs * (0.75 + Math.random() / 2), Object(cause).retryAfterMs ?? 0);
      pauseMs = Math.min(pauseMs * 1.5, intervalMs * 10);
      await superviseCall(signal, (_signal, setPause) => new Promise<void>((end) => setPause(delayMs, end)));
    }
  }) as ApiCall<Computer>;
  settled.withResponse = async () => {
    await settled;
    return look.withResponse();
  };
  return settled;
}

/** The steps that are new or have changed. */
function changedSteps(
  steps: readonly ProvisioningStep[],
  known: readonly ProvisioningStep[],
): Omit<StepProgress, "computer">[] {
  return steps.flatMap((step, index) => {
    // No field of a step is required, and nothing says that ids are unique: its place counts first.
    const id = step?.id;
    const inPlace = known[index];
    const previous = inPlace?.id === id ? inPlace : known.find((one) => id !== undefined && one?.id === id);
    return JSON.stringify(step) === JSON.stringify(previous) ? [] : { step, previous };
  });
}
