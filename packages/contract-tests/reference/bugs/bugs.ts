import { type Deviation, deviationsOf, type IdsIn, inPlace, type Tables } from "../acts.ts";
import { accessBugs } from "./access-bugs.ts";
import { computerBugs } from "./computer-bugs.ts";
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
  inPlace: {
    "principal-kept-in-global": inPlace("authentication#1"),
    "head-with-body": inPlace("methods-and-redirects#1"),
    "steps-flag-kept-in-global": inPlace("listComputers.includeProvisioningSteps#1"),
    "parallel-updates-lose-one": inPlace("updateComputer"),
    "update-stored-later": inPlace("updateComputer"),
    "update-visible-by-halves": inPlace("updateComputer#1"),
    "refused-name-shown-briefly": inPlace("updateComputer.409"),
    "refused-user-shown-briefly": inPlace("updateComputer.409"),
    "parallel-renames-share-name": inPlace("updateComputer.409#1"),
    "parallel-links-race": inPlace("ComputerUpdate.hostId#1"),
    "parallel-retries-both-accepted": inPlace("retryInstallDeps#1"),
    "update-reverts-finished-install": inPlace("Computers#2"),
    "update-reverts-started-install": inPlace("Computers#2"),
    "later-steps-never-run": inPlace("Computers#2"),
  },
} as const satisfies Tables;

/** The ID of a bug. */
export type BugId = IdsIn<typeof tables>;

/** A mistake of a wrong host. */
export type Bug = Deviation<BugId>;

/** Every bug. */
export const bugs: readonly Bug[] = deviationsOf<BugId>(tables);

/** Bugs that stacks have by default, by stack: they break decisions, and nothing that the interface states. */
export const habits = {
  "encoding/json of Go": [
    "property-name-case-ignored",
    "unknown-properties-ignored",
    "read-only-properties-ignored",
    "null-ignored",
    "text-after-json-ignored",
    "invalid-utf8-replaced",
  ],
  Jackson: ["numbers-coerced-to-text", "booleans-coerced-to-text", "text-after-json-ignored"],
  "json of Python": ["utf-16-accepted"],
  serde: ["unknown-properties-ignored", "read-only-properties-ignored", "null-ignored"],
  "System.Text.Json": [
    "property-name-case-ignored",
    "unknown-properties-ignored",
    "read-only-properties-ignored",
    "null-clears-user",
  ],
  "JSON Merge Patch": ["unknown-properties-ignored", "read-only-properties-ignored", "null-clears-user"],
  FastAPI: [
    "invalid-body-is-422",
    "invalid-query-is-422",
    "unknown-properties-ignored",
    "read-only-properties-ignored",
  ],
  "net/http of Go": ["repeated-slashes-redirected", "encoded-slash-splits-path"],
  Django: ["path-redirected", "plain-http-redirected"],
  "Spring Security": ["login-is-a-redirect"],
} as const satisfies Readonly<Record<string, readonly BugId[]>>;
