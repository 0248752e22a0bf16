import { rules } from "../rules.ts";
import type { Mistakes } from "./mistake.ts";

/** Bugs in the order of checks, and after a failed check. */
export const orderOfChecksBugs = {
  "body-before-credentials": {
    title: "An invalid body without credentials gets 400 or 415.",
    breaks: rules.silentFirst,
  },
  "record-before-credentials": {
    title: "An unknown id without credentials gets 404, a known one 401.",
    breaks: rules.silentFirst,
  },
  "retry-state-before-credentials": {
    title: "A retry without credentials gets 409 where it could not run.",
    breaks: rules.silentFirst,
  },
  "unauthenticated-update-applied": {
    title: "An update without credentials gets 401 and is applied all the same.",
    breaks: rules.unauthenticated,
  },
  "unauthenticated-retry-started": {
    title: "A retry without credentials gets 401 and starts all the same.",
    breaks: rules.unauthenticated,
  },
  "foreign-update-applied": {
    title: "An update of a foreign computer gets 404 and is applied all the same.",
    breaks: rules.ownership,
  },
  "limited-update-applied": {
    title: "An update over the rate limit gets 429 and is applied all the same.",
    breaks: rules.notProcessed,
  },
  "refused-update-written": {
    title: "An update that gets 409 is written all the same.",
    breaks: rules.conflictChangesNothing,
  },
  "refused-retry-starts-anyway": {
    title: "A retry that gets 409 starts all the same.",
    breaks: rules.retryRefused,
  },
  "written-before-conflict": {
    title: "The remote user is written before the name turns out to be taken.",
    breaks: rules.together,
  },
  "written-before-validated": {
    title: "The valid fields are written before another one turns out to be invalid.",
    breaks: rules.together,
  },
  "invalid-update-written": {
    title: "An update that gets 400 is written all the same.",
    breaks: rules.invalidUpdate,
  },
} as const satisfies Mistakes;
