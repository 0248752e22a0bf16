import { rules } from "../rules.ts";
import type { Mistakes } from "./mistake.ts";

/** Bugs of problem documents and statuses. */
export const problemsBugs = {
  "problem-as-json": { title: "Problems are sent as `application/json`.", breaks: rules.problem },
  "problem-as-text": { title: "Problems are sent as plain text.", breaks: rules.problem },
  "problem-in-an-envelope": { title: "Problems are wrapped in an object.", breaks: rules.problem },
  "problem-lacks-type": { title: "Problems lack their type.", breaks: rules.problem },
  "problem-lacks-status": { title: "Problems lack their status.", breaks: rules.problem },
  "problem-lacks-instance": { title: "Problems lack their instance.", breaks: rules.problem },
  "problem-lacks-request-id": { title: "Problems lack the request id.", breaks: rules.requestId },
  "problem-status-differs": {
    title: "A problem's status differs from the response's.",
    breaks: rules.problemStatus,
  },
  "problem-status-is-text": { title: "A problem's status is a text.", breaks: rules.problemStatus },
  "problem-request-id-differs": {
    title: "A problem's request id differs from the header's.",
    breaks: rules.requestId,
  },
  "problem-title-varies": { title: "A problem's title contains the path.", breaks: rules.problemTitle },
  "problem-instance-is-constant": {
    title: "A problem's instance is not the request's path.",
    breaks: rules.problemInstance,
  },
  "update-conflicts-share-type": {
    title: "The conflicts of an update have the same type.",
    breaks: rules.ownType,
  },
  "retry-conflicts-share-type": {
    title: "The conflicts of a retry have the same type.",
    breaks: rules.ownType,
  },
  "errors-missing": { title: "An invalid request's problem lacks its errors.", breaks: rules.bodyErrors },
  "update-errors-missing": {
    title: "An invalid update's problem lacks its errors.",
    breaks: rules.bodyErrors,
  },
  "query-errors-missing": {
    title: "An invalid query's problem lacks its errors.",
    breaks: rules.queryErrors,
  },
  "errors-name-first-only": {
    title: "The errors name only the first place that is wrong.",
    breaks: rules.bodyErrors,
  },
  "pointers-lack-slash": { title: "Pointers lack their leading slash.", breaks: rules.jsonPointer },
  "pointers-unescaped": { title: "Pointers do not escape `~` and `/`.", breaks: rules.jsonPointer },
  "pointers-are-json-paths": { title: "Pointers are JSON paths.", breaks: rules.jsonPointer },
  "unknown-property-points-to-root": {
    title: "The pointer to an unknown property is the whole body's.",
    breaks: rules.bodyErrors,
  },
  "violations-lack-message": { title: "Errors lack their message.", breaks: rules.violation },
  "violations-lack-parameter": { title: "Errors do not name the parameter.", breaks: rules.queryErrors },
  "violations-are-text": { title: "Errors are texts.", breaks: rules.violation },
  "invalid-body-is-422": { title: "An invalid update gets 422.", breaks: rules.statuses },
  "invalid-query-is-422": { title: "An invalid query gets 422.", breaks: rules.statuses },
  "conflict-is-400": { title: "A taken name or host gets 400.", breaks: rules.conflictChangesNothing },
  "host-conflict-is-422": {
    title: "Another host than the one already set gets 422.",
    breaks: rules.conflictChangesNothing,
  },
  "unknown-id-is-200": { title: "An unknown id gets 200 and `null`.", breaks: rules.opaqueId },
  "unknown-id-is-500": { title: "An unknown id fails with 500.", breaks: rules.opaqueId },
  "unknown-id-lacks-body": { title: "An unknown id gets 404 without a problem.", breaks: rules.problem },
  "unauthenticated-in-plain-text": { title: "A 401 is plain text.", breaks: rules.problem },
  "wrong-method-in-plain-text": { title: "A 405 is plain text.", breaks: rules.problem },
  "limit-lacks-retry-after": { title: "A 429 lacks Retry-After.", breaks: rules.statuses },
  "retry-after-is-a-date": { title: "Retry-After is a date.", breaks: rules.retryAfter },
  "limit-is-403": { title: "A request over the rate limit gets 403.", breaks: rules.statuses },
  "limit-is-500": { title: "A request over the rate limit gets 500.", breaks: rules.statuses },
} as const satisfies Mistakes;
