import { type Deviation, deviationsOf, type IdsIn } from "../acts.ts";
import { accessBugs } from "./access-bugs.ts";
import { computerBugs } from "./computer-bugs.ts";
import { inPlaceBugs } from "./in-place-bugs.ts";
import { readingBugs } from "./reading-bugs.ts";
import { recordBugs } from "./record-bugs.ts";
import { refusalBugs } from "./refusal-bugs.ts";
import { replyBugs } from "./reply-bugs.ts";

// No two files have an act in common: the later table would replace the earlier one.
const tables = {
  ...accessBugs,
  ...readingBugs,
  ...computerBugs,
  ...recordBugs,
  ...refusalBugs,
  ...replyBugs,
};

/** The ID of a bug. */
export type BugId = IdsIn<typeof tables, typeof inPlaceBugs>;

/** A mistake of a wrong host. */
export type Bug = Deviation<BugId>;

/** Every bug. */
export const bugs: readonly Bug[] = deviationsOf<BugId>(tables, inPlaceBugs);
