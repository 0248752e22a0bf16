import { rules } from "../rules.ts";
import type { Mistakes } from "./mistake.ts";

/** Bugs in the shape of a record. */
export const recordsBugs = {
  "get-lacks-steps": { title: "Get returns no steps.", breaks: rules.alwaysSteps },
  "update-lacks-steps": { title: "Update returns no steps.", breaks: rules.stepsEverywhere },
  "retry-lacks-steps": { title: "Retry returns no steps.", breaks: rules.stepsEverywhere },
  "empty-steps-left-out": {
    title: "A computer without any steps lacks the array.",
    breaks: rules.stepsEverywhere,
  },
  "steps-in-reverse": { title: "Steps are in the opposite order.", breaks: rules.stepOrder },
  "steps-sorted-by-id": { title: "Steps are ordered by id.", breaks: rules.stepOrder },
  "step-names-missing": { title: "Steps lack their names.", breaks: rules.stepFields },
  "step-status-is-a-number": { title: "The status of a step is a number.", breaks: rules.openStepStatus },
  "step-error-is-an-object": { title: "The error of a step is an object.", breaks: rules.shape },
  "completed-at-missing": { title: "A completed step lacks its end.", breaks: rules.completedAt },
  "failed-step-lacks-completed-at": { title: "A failed step lacks its end.", breaks: rules.completedAt },
  "absent-fields-are-null": { title: "Fields that are absent are sent as `null`.", breaks: rules.shape },
  "absent-fields-are-empty": {
    title: "Fields that are absent are sent as an empty text.",
    breaks: rules.shape,
  },
  "absent-step-fields-are-null": {
    title: "Step fields that are absent are sent as `null`.",
    breaks: rules.shape,
  },
  "absent-step-error-is-empty": {
    title: "Steps without an error carry an empty one.",
    breaks: rules.errorOnlyOnFailed,
  },
  "status-in-upper-case": { title: "The status is in upper case.", breaks: rules.status },
  "status-says-ready": { title: "An active computer is called ready.", breaks: rules.status },
  "relay-address-without-scheme": { title: "A relay address is not a URI.", breaks: rules.relay },
  "unknown-source-dropped": { title: "A source of an unknown kind is left out.", breaks: rules.source },
  "unknown-source-fields-dropped": {
    title: "The fields of a source of an unknown kind are left out.",
    breaks: rules.source,
  },
  "record-in-an-envelope": { title: "Get wraps the record in an object.", breaks: rules.shape },
} as const satisfies Mistakes;
