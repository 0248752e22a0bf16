import { rules } from "../rules.ts";
import type { Mistakes } from "./mistake.ts";

/** Bugs of the retry of the install-dependencies step. */
export const retriesBugs = {
  "retry-is-200": { title: "An accepted retry gets 200.", breaks: rules.retryRecord },
  "retry-lacks-body": { title: "An accepted retry returns no record.", breaks: rules.retryRecord },
  "retry-returns-old-record": {
    title: "An accepted retry returns the record from before.",
    breaks: rules.retryRecord,
  },
  "retry-waits-for-install": { title: "A retry returns when the work has ended.", breaks: rules.retryRecord },
  "retry-leaves-status": {
    title: "An accepted retry leaves the computer's status.",
    breaks: rules.retryRecord,
  },
  "retry-status-not-stored": {
    title: "The status of an accepted retry is returned but not stored.",
    breaks: rules.retryRecord,
  },
  "retry-stored-later": {
    title: "A retry returns before it is stored; a get right after it reads the old record.",
    breaks: rules.retryRecord,
  },
  "retry-step-pending": { title: "An accepted retry sets the step to pending.", breaks: rules.retryRecord },
  "retry-step-unchanged": { title: "An accepted retry leaves the step's status.", breaks: rules.retryRecord },
  "retry-keeps-error": { title: "An accepted retry leaves the step's error.", breaks: rules.retryRecord },
  "retry-keeps-completed-at": {
    title: "An accepted retry leaves the step's end.",
    breaks: rules.retryRecord,
  },
  "retry-keeps-started-at": {
    title: "An accepted retry leaves the step's start.",
    breaks: rules.retryRecord,
  },
  "retry-lacks-started-at": {
    title: "The record of a retry lacks the step's start.",
    breaks: rules.retryRecord,
  },
  "retry-started-at-in-seconds": {
    title: "A retry notes the step's start in seconds.",
    breaks: rules.milliseconds,
  },
  "session-kept": { title: "A retry keeps the session's id.", breaks: rules.newSession },
  "session-named-after-second": {
    title: "Two retries within a second have the same session id.",
    breaks: rules.newSession,
  },
  "retry-lacks-session": {
    title: "The record of a retry lacks the session's id.",
    breaks: rules.retryRecord,
  },
  "retry-tells-another-session": {
    title: "A retry returns another session id than it stores.",
    breaks: rules.newSession,
  },
  "finished-install-drops-session": {
    title: "The session's id disappears when it ends.",
    breaks: rules.newSession,
  },
  "finished-install-renames-session": {
    title: "The session's id changes when it ends.",
    breaks: rules.newSession,
  },
  "running-retry-accepted": {
    title: "A retry is accepted while a session is running.",
    breaks: rules.oneSession,
  },
  "running-retry-is-423": {
    title: "A retry while a session is running gets 423.",
    breaks: rules.retryConflicts,
  },
  "retry-accepted-after-failed-step": {
    title: "A retry is accepted although an earlier step failed.",
    breaks: rules.retryAccepted,
  },
  "retry-accepted-after-running-step": {
    title: "A retry is accepted although an earlier step is running.",
    breaks: rules.retryAccepted,
  },
  "retry-checks-later-steps": {
    title: "A retry is refused because a later step has not completed.",
    breaks: rules.retryAccepted,
  },
  "early-retry-is-400": { title: "A retry before its time gets 400.", breaks: rules.retryConflicts },
  "stepless-retry-accepted": {
    title: "A retry without an install-dependencies step adds one.",
    breaks: rules.retryConflicts,
  },
  "stepless-retry-is-404": {
    title: "A retry without an install-dependencies step gets 404.",
    breaks: rules.retryConflicts,
  },
  "stepless-retry-is-500": {
    title: "A retry without an install-dependencies step fails with 500.",
    breaks: rules.retryConflicts,
  },
  "active-retry-refused": { title: "An active computer cannot be retried.", breaks: rules.transitions },
  "byom-retry-refused": {
    title: "A machine that its owner brought cannot be retried.",
    breaks: rules.retryAccepted,
  },
  "unlinked-retry-refused": {
    title: "A computer without a host cannot be retried.",
    breaks: rules.retryAccepted,
  },
  "second-retry-refused": { title: "A computer can be retried only once.", breaks: rules.retryAccepted },
  "refused-retry-sets-provisioning": {
    title: "A refused retry sets the computer to provisioning.",
    breaks: rules.retryRefused,
  },
  "refused-retry-changes-session": {
    title: "A refused retry changes the session's id.",
    breaks: rules.retryRefused,
  },
  "retry-needs-media-type": { title: "A retry without a Content-Type gets 415.", breaks: rules.retryNoBody },
  "retry-needs-body": { title: "A retry without a body gets 400.", breaks: rules.retryNoBody },
  "retry-by-get": { title: "GET starts a retry.", breaks: rules.unsafeGet },
  "retry-takes-last-step": { title: "A retry runs the last step, whatever its id.", breaks: rules.retryStep },
  "retry-appends-step": {
    title: "A retry adds a second install-dependencies step.",
    breaks: rules.retryStep,
  },
  "retry-drops-other-steps": { title: "A retry drops the other steps.", breaks: rules.retryRecord },
  "retry-resets-earlier-steps": {
    title: "A retry sets the other steps to pending.",
    breaks: rules.retryRecord,
  },
  "retry-restarts-earlier-steps": {
    title: "A retry changes the start of the other steps.",
    breaks: rules.retryRecord,
  },
} as const satisfies Mistakes;
