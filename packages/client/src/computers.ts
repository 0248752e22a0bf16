import type { ComputerOperations } from "./computers.gen.ts";
import type { Config } from "./config.ts";
import { createRequester } from "./requester.ts";

/** Makes the operations on computers. */
export function createComputers(config: Config): ComputerOperations {
  const request = createRequester(config);
  return {
    list: ({ hostId, includeProvisioningSteps } = {}, options) =>
      request("listComputers", { query: { hostId, includeProvisioningSteps } }, options),
    get: (computerId, options) => request("getComputer", { path: { computerId } }, options),
    update: (computerId, body, options) => request("updateComputer", { path: { computerId }, body }, options),
    retryInstallDeps: (computerId, options) => request("retryInstallDeps", { path: { computerId } }, options),
  };
}
