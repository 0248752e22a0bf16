// Generated from spec/openapi.yaml by `pnpm generate`. Do not edit.

import type * as types from "@compute-host/types";

/** The types of the JSON bodies of requests and successes, by the name of their schema. */
export interface BodyTypes {
  readonly "ComputerList": types.ComputerList;
  readonly "Computer": types.Computer;
  readonly "ComputerUpdate": types.ComputerUpdate;
}

/** The members that the body of an error may have; none is certain, because a proxy may have sent it. */
export interface ErrorBody extends Partial<types.Problem> {}
