import { type Deviation, deviationsOf, type IdsIn } from "../acts.ts";
import { computerBugs } from "./computer-bugs.ts";
import { inPlaceBugs } from "./in-place-bugs.ts";
import { replyBugs } from "./reply-bugs.ts";
import { requestBugs } from "./request-bugs.ts";

const tables = { ...requestBugs, ...computerBugs, ...replyBugs };

/** The ID of a bug. */
export type BugId = IdsIn<typeof tables, typeof inPlaceBugs>;

/** A mistake of a wrong host. */
export type Bug = Deviation<BugId>;

/** Every bug. */
export const bugs: readonly Bug[] = deviationsOf<BugId>(tables, inPlaceBugs);
