import type { Computer } from "@compute-host/types";
import type { ComputerOperations } from "./computers.gen.ts";
import type { Config } from "./config.ts";
import { createRequester } from "./requester.ts";
import { type WaitOptions, waitUntilSettled } from "./wait-until-settled.ts";

/** What can be done with computers: the operations of the spec, and a waiter. */
export interface Computers extends ComputerOperations {
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
  waitUntilSettled(computerId: string, options?: WaitOptions): Promise<Computer>;
}

/** Makes the operations on computers. */
export function createComputers(config: Config): Computers {
  const request = createRequester(config);
  const get: ComputerOperations["get"] = (computerId, options) =>
    request("getComputer", { path: { computerId } }, options);
  return {
    list: ({ hostId, includeProvisioningSteps } = {}, options) =>
      request("listComputers", { query: { hostId, includeProvisioningSteps } }, options),
    get,
    update: (computerId, body, options) => request("updateComputer", { path: { computerId }, body }, options),
    retryInstallDeps: (computerId, options) => request("retryInstallDeps", { path: { computerId } }, options),
    waitUntilSettled: (computerId, options) => waitUntilSettled(get, computerId, options),
  };
}
