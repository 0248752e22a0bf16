// Generated from spec/openapi.yaml by `pnpm generate`. Do not edit.

import type * as types from "@compute-host/types";
import type { CallOptions } from "../sending/options.ts";
import type * as query from "./query.ts";
import type { ListComputersOptions } from "../resources.gen.ts";

/** A query for each operation of the spec that reads, and a mutation for each that writes. */
export interface OperationQueries {
  readonly computers: {
    /** List computers. */
    list(options?: ListComputersOptions & query.WithoutSignal): query.Query<types.ComputerList>;
    /** Get a computer. */
    get(computerId: string, options?: CallOptions & query.WithoutSignal): query.Query<types.Computer>;
    /** Update a computer. */
    update(computerId: string, options?: CallOptions & query.WithoutSignal): query.Mutation<types.Computer, types.ComputerUpdate>;
    /** Retry the install-dependencies step. */
    retryInstallDeps(computerId: string, options?: CallOptions & query.WithoutSignal): query.Mutation<types.Computer, void>;
  };
}

/** How each method is called. */
export const methodShapes: query.MethodShapes<OperationQueries> = {
  computers: {
    list: {"kind":"query","pathParameters":0,"takesBody":false,"parameters":["hostId","includeProvisioningSteps"]},
    get: {"kind":"query","pathParameters":1,"takesBody":false,"parameters":[]},
    update: {"kind":"mutation","pathParameters":1,"takesBody":true,"parameters":[]},
    retryInstallDeps: {"kind":"mutation","pathParameters":1,"takesBody":false,"parameters":[]},
  },
};
