import type { Computer } from "@compute-host/types";
import type { ApiCall } from "./call.ts";
import type { ComputersOperations, Resources } from "./resources.gen.ts";
import { type WaitOptions, waitUntilSettled } from "./wait-until-settled.ts";

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
