import { rules } from "../rules.ts";
import type { Mistakes } from "./mistake.ts";

/** Bugs of times. */
export const numbersBugs = {
  "created-at-in-seconds": { title: "The creation time is in seconds.", breaks: rules.milliseconds },
  "created-at-in-microseconds": {
    title: "The creation time is in microseconds.",
    breaks: rules.milliseconds,
  },
  "created-at-is-iso-text": { title: "The creation time is an ISO text.", breaks: rules.createdAt },
  "created-at-is-numeric-text": {
    title: "The creation time is a number in a text.",
    breaks: rules.createdAt,
  },
  "created-at-drifts": { title: "The creation time differs from read to read.", breaks: rules.createdAt },
  "listed-created-at-in-seconds": {
    title: "The creation time is in seconds, but only in lists.",
    breaks: rules.milliseconds,
  },
  "step-times-in-seconds": { title: "The times of steps are in seconds.", breaks: rules.milliseconds },
  "step-times-are-iso-text": { title: "The times of steps are ISO texts.", breaks: rules.milliseconds },
  "unknown-step-times-are-zero": { title: "Unknown times of steps are 0.", breaks: rules.completedAt },
} as const satisfies Mistakes;
