import type { Computer, ProvisioningStep } from "@compute-host/types";
import type { ComputeHostClient } from "./client.ts";
import { aFunction, anObject, assertArgument, checkOptions, numberFrom } from "./errors/arguments.ts";
import { TimeoutError } from "./errors/errors.ts";
import type { ApiCall } from "./sending/call.ts";
import { superviseCall } from "./sending/call-control.ts";
import { callOptions } from "./sending/config.ts";
import type { CallOptions } from "./sending/options.ts";

/** A provisioning step that is new or has changed since the last poll. */
export interface StepProgress {
  /** The step as it is now. */
  readonly step: ProvisioningStep;
  /** The step at the previous poll; absent if it is new. */
  readonly previous: ProvisioningStep | undefined;
  /** The computer that the step belongs to. */
  readonly computer: Computer;
}

/** Options of `waitUntilSettled`. */
export interface WaitOptions extends CallOptions {
  /**
   * Called and awaited for each step that is new or has changed, in the order of the steps. If it throws or
   * rejects, the wait rejects with that error.
   */
  readonly onProgress?: ((progress: StepProgress) => unknown) | undefined;
  /**
   * Called with the error of each poll that fails, temporary or not. What it returns or throws changes nothing.
   */
  readonly onPollError?: ((error: unknown) => unknown) | undefined;
  /**
   * The computer that a write such as `retryInstallDeps` returned. An older state, which a service may still
   * return for a moment, does not end the wait: one whose last step started earlier, or at an unknown time. If this
   * computer has no step with `startedAt`, no state is older, and the first settled one ends the wait.
   */
  readonly since?: Computer | undefined;
  /**
   * Pause before the second poll, in milliseconds. While nothing changes, pauses grow to ten times that. Each
   * pause, including one that `Retry-After` asks for, is randomly prolonged by up to a quarter.
   * @default 1_000
   */
  readonly intervalMs?: number | undefined;
  /**
   * Limit of the whole wait in milliseconds; if it has already passed, nothing is sent.
   * @default 1_800_000 (30 minutes)
   */
  readonly deadlineMs?: number | undefined;
}

/** The default limits of a wait. */
export const waitLimits = { intervalMs: 1_000, deadlineMs: 1_800_000 };

/**
 * Waits until the status of a computer is `active` or `error`, by polling.
 *
 * Keeps polling while the status is unknown, and after temporary errors: no connection, a timeout, a failing
 * token function, 408, 425, 429, every 5xx except 501, and a success that cannot be read, unless two follow
 * each other. Respects `Retry-After`, but rejects immediately if it would end after the deadline.
 * `maxRetries` does not apply: the next poll is the retry. Any other error, such as `NotFoundError`, rejects
 * immediately.
 *
 * @param client from either entry point
 * @returns the settled computer; check its `status`, which may be `error`
 * @throws TimeoutError after `deadlineMs`
 * @example
 * import { waitUntilSettled } from "@compute-host/client";
 * const since = await client.computers.retryInstallDeps(id);
 * const { status } = await waitUntilSettled(client, id, {
 *   since,
 *   onProgress: ({ step }) => console.log(step.name, step.status),
 * });
 */
export function waitUntilSettled(
  client: Pick<ComputeHostClient, "computers">,
  computerId: string,
  options: WaitOptions = {},
): ApiCall<Computer> {
  let look: ApiCall<Computer>;
  const wait = async () => {
    assertArgument(typeof Object(client).computers?.get === "function", "client", "a client", client);
    const checked = checkOptions("options", options, {
      ...callOptions,
      onProgress: aFunction,
      onPollError: aFunction,
      since: anObject,
      intervalMs: numberFrom(1),
    });
    const { onProgress, onPollError, since, intervalMs: _, ...pollOptions } = options;
    const { intervalMs, deadlineMs: timeoutMs } = { ...waitLimits, ...checked };
    return superviseCall(options.signal, async (control) => {
      const { signal } = control;
      const deadline = performance.now() + timeoutMs;
      let pauseMs = intervalMs;
      let known: readonly ProvisioningStep[] = [];
      let cause: unknown;
      control.setTimer(timeoutMs, () => {
        const message = `waitUntilSettled: not settled within deadlineMs (${timeoutMs} ms)`;
        control.stop(new TimeoutError(message, { timeoutMs, cause }));
      });
      for (;;) {
        // The wait itself repeats requests: a retry would not know its deadline.
        look = client.computers.get(computerId, {
          ...pollOptions,
          signal,
          maxRetries: 0,
          deadlineMs: undefined,
        });
        const computer = await look.catch((error: unknown) => {
          // An abort is not a failure of the poll.
          if (!signal.aborted) tell(onPollError, error);
          const isTemporary = temporary.test(`${kindOf(error)} after ${kindOf(cause)}`);
          // Without `retryAfterMs` the sum is NaN, which is never after the deadline.
          if (!isTemporary || performance.now() + Object(error).retryAfterMs > deadline) throw error;
          cause = error;
        });
        if (computer) {
          cause = undefined;
          const { provisioningSteps, status } = computer;
          const steps = Array.isArray(provisioningSteps) ? provisioningSteps : [];
          for (const change of changedSteps(steps, known)) {
            pauseMs = intervalMs;
            await onProgress?.({ ...change, computer });
          }
          known = steps;
          const isOld = since && lastStart(computer) < lastStart(since);
          if (status === "active" || status === "error") {
            if (!isOld) return computer;
          } else {
            // A status that is added to the spec must be named above or here.
            status satisfies "provisioning" | undefined;
          }
        }
        const leastMs = Math.max(pauseMs, Object(cause).retryAfterMs ?? 0);
        // The random part must not make the pause outlast the wait.
        const spareMs = Math.max(deadline - performance.now() - leastMs, 0);
        const delayMs = leastMs + Math.random() * Math.min(leastMs / 4, spareMs / 2);
        pauseMs = Math.min(pauseMs * 1.5, intervalMs * 10);
        await superviseCall(signal, (pause) => new Promise<void>((end) => pause.setTimer(delayMs, end)));
      }
    });
  };
  const settled = wait() as ApiCall<Computer>;
  settled.withResponse = async () => {
    await settled;
    return look.withResponse();
  };
  return settled;
}

/**
 * The statuses and codes of temporary errors. A success that cannot be read is temporary, unless it follows
 * another: then something other than the service is responding.
 */
const temporary = /^(408|42[59]|5(?!01)|CONNECTION|TIMEOUT|TOKEN|2\d\d after (?!2))/;

function kindOf(error: unknown): string {
  const { status, code } = Object(error);
  return `${status ?? code}`;
}

/** Calls an observer, whose failure changes nothing. */
function tell(observer: WaitOptions["onPollError"], error: unknown): void {
  try {
    (observer?.(error) as Promise<unknown> | undefined)?.catch?.(() => {});
  } catch {}
}

/** When the last step started; 0 if that is unknown. */
function lastStart({ provisioningSteps }: Computer): number {
  const steps = Array.isArray(provisioningSteps) ? provisioningSteps : [];
  return Math.max(0, ...steps.map((step) => step?.startedAt ?? 0));
}

/** The steps that are new or have changed. */
function changedSteps(
  steps: readonly ProvisioningStep[],
  known: readonly ProvisioningStep[],
): Omit<StepProgress, "computer">[] {
  return steps.flatMap((step, index) => {
    // No field of a step is required and IDs need not be unique, so the step at the same position is tried first.
    const previous = [known[index], ...known].find((one) => one?.id === step?.id);
    return JSON.stringify(step) === JSON.stringify(previous) ? [] : { step, previous };
  });
}
