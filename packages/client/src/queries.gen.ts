// Generated from spec/openapi.yaml by `pnpm generate`. Do not edit.

import type * as types from "@compute-host/types";
import type * as query from "./query.ts";
import type { ListComputersParams } from "./resources.gen.ts";

/** A query for each operation of the spec that reads, and a mutation for each that writes. */
export interface OperationQueries {
  readonly computers: {
    /** List computers. */
    list(params?: ListComputersParams, options?: query.QueryCallOptions): query.Query<types.ComputerList>;
    /** Get a computer. */
    get(computerId: string, options?: query.QueryCallOptions): query.Query<types.Computer>;
    /** Update a computer. */
    update(computerId: string, options?: query.QueryCallOptions): query.Mutation<types.Computer, types.ComputerUpdate>;
    /** Retry the install-dependencies step. */
    retryInstallDeps(computerId: string, options?: query.QueryCallOptions): query.Mutation<types.Computer, void>;
  };
}

/** How each method is called: its kind, the number of its arguments before the options without the body, and the index of that. */
export const methodShapes: query.MethodShapes<OperationQueries> = {
  computers: {
    list: ["query",1],
    get: ["query",1],
    update: ["mutation",1,1],
    retryInstallDeps: ["mutation",1],
  },
};
