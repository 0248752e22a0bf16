import type { Computer } from "@compute-host/types";
import type { WaitOptions } from "./computers.ts";
import { methodShapes, type OperationQueries } from "./queries.gen.ts";
import type { MethodShapes, Query } from "./query.ts";

/** The queries and mutations of a client. */
export interface ClientQueries extends OperationQueries {
  readonly computers: OperationQueries["computers"] & {
    /** Waits until the status of a computer is `active` or `error`, by polling. */
    waitUntilSettled(computerId: string, options?: Omit<WaitOptions, "signal">): Query<Computer>;
  };
}

/** How each method is called, those that are not operations included. */
export const shapes: MethodShapes<ClientQueries> = {
  ...methodShapes,
  computers: { ...methodShapes.computers, waitUntilSettled: ["query", 1] },
};
