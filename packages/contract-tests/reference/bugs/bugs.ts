import { type Deviation, deviationsOf } from "../acts.ts";
import { computerBugs } from "./computer-bugs.ts";
import { inPlaceBugs } from "./in-place-bugs.ts";
import { replyBugs } from "./reply-bugs.ts";
import { requestBugs } from "./request-bugs.ts";

const tables = { ...requestBugs, ...computerBugs, ...replyBugs };

type Union<Value> = Value extends unknown ? keyof Value : never;

/** The ID of a bug. */
export type BugId =
  | (Union<(typeof tables)[keyof typeof tables]> & string)
  | (typeof inPlaceBugs)[keyof typeof inPlaceBugs][number];

/** A mistake of a wrong host. */
export type Bug = Deviation<BugId>;

/** Every bug. */
export const bugs: readonly Bug[] = deviationsOf<BugId>(tables, inPlaceBugs);
