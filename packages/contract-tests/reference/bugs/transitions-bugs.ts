import { rules } from "../rules.ts";
import type { Mistakes } from "./mistake.ts";

/** Bugs in what follows a retry. */
export const transitionsBugs = {
  "install-never-ends": { title: "An install never ends.", breaks: rules.transitions },
  "finished-install-leaves-status": {
    title: "The step completes, the computer stays provisioning.",
    breaks: rules.transitions,
  },
  "error-kept-on-completed-step": {
    title: "A completed step carries an error.",
    breaks: rules.errorOnlyOnFailed,
  },
  "completed-before-started": { title: "A step ends before it starts.", breaks: rules.completedAt },
  "failed-install-leaves-status": {
    title: "The step fails, the computer stays provisioning.",
    breaks: rules.transitions,
  },
  "failed-install-says-active": {
    title: "The step fails, the computer becomes active.",
    breaks: rules.transitions,
  },
  "failed-install-fails-later-steps": {
    title: "The step fails, and so do the later ones.",
    breaks: rules.transitions,
  },
  "active-before-later-steps": {
    title: "A computer becomes active before its later steps complete.",
    breaks: rules.transitions,
  },
  "later-steps-never-run": {
    title: "The steps after a completed install never end.",
    breaks: rules.transitions,
  },
  "stepless-computer-stays-provisioning": {
    title: "A computer without any steps is provisioning.",
    breaks: rules.status,
  },
  "failed-computer-says-active": { title: "A computer with a failed step is active.", breaks: rules.status },
} as const satisfies Mistakes;
