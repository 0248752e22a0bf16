import type { Computer, ComputerList, ComputerUpdate } from "@compute-host/types";
import type { ApiCall } from "./api-call.ts";
import type { CallOptions } from "./options.ts";

/** The parameters of `list`. */
export interface ListComputersParams {
  hostId?: string | undefined;
  includeProvisioningSteps?: boolean | undefined;
}

/** The operations on computers. */
export interface ComputerOperations {
  list(params?: ListComputersParams, options?: CallOptions): ApiCall<ComputerList>;
  get(computerId: string, options?: CallOptions): ApiCall<Computer>;
  update(computerId: string, update: ComputerUpdate, options?: CallOptions): ApiCall<Computer>;
  retryInstallDeps(computerId: string, options?: CallOptions): ApiCall<Computer>;
}
