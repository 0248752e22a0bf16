import { rules } from "../rules.ts";
import type { Mistakes } from "./mistake.ts";

/** Bugs of requests at the same moment. */
export const concurrencyBugs = {
  "parallel-retries-both-accepted": {
    title: "Two retries at the same moment both start a session.",
    breaks: rules.oneSession,
  },
  "parallel-retries-merged": {
    title: "A retry that arrives right after another one gets its 202 instead of 409.",
    breaks: rules.retryAccepted,
  },
  "lost-retry-race-is-500": {
    title: "The retry that loses a race fails with 500.",
    breaks: rules.retryConflicts,
  },
  "parallel-renames-share-name": {
    title: "Two computers renamed at the same moment get the same name.",
    breaks: rules.uniqueName,
  },
  "lost-name-race-is-500": {
    title: "The rename that loses a race fails with 500.",
    breaks: rules.conflictChangesNothing,
  },
  "parallel-links-share-host": {
    title: "Two computers linked at the same moment share a host.",
    breaks: rules.hostOnce,
  },
  "parallel-links-replace-host": {
    title: "Two links of one computer at the same moment both succeed.",
    breaks: rules.hostOnce,
  },
  "parallel-updates-lose-one": {
    title: "Of two updates at the same moment, one overwrites the other's field.",
    breaks: rules.update,
  },
  "update-reverts-finished-install": {
    title: "An update writes back the steps that it read before an install ended.",
    breaks: rules.transitions,
  },
  "finished-install-reverts-update": {
    title: "The end of an install writes back the name from before an update.",
    breaks: rules.update,
  },
  "update-visible-by-halves": {
    title: "A get during an update sees one of its fields without the other.",
    breaks: rules.together,
  },
  "update-stored-later": {
    title: "An update returns before it is stored; a get right after it reads the old record.",
    breaks: rules.update,
  },
  "principal-kept-in-global": {
    title: "The caller is kept in a global, so parallel requests of two owners mix.",
    breaks: rules.ownership,
  },
  "steps-flag-kept-in-global": {
    title: "The steps flag is kept in a global, so parallel lists mix.",
    breaks: rules.stepsFlag,
  },
  "one-session-per-service": {
    title: "While one computer installs, no other one can be retried.",
    breaks: rules.retryAccepted,
  },
  "refused-update-keeps-lock": { title: "A refused update leaves its record locked.", breaks: rules.update },
} as const satisfies Mistakes;
