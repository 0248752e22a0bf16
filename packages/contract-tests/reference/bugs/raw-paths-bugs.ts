import { rules } from "../rules.ts";
import type { Mistakes } from "./mistake.ts";

/** Bugs with paths as sent on the wire. */
export const rawPathsBugs = {
  "trailing-slash-skips-credentials": {
    title: "A trailing slash reaches the operation past the credentials.",
    breaks: rules.bearer,
  },
  "double-slash-skips-credentials": {
    title: "A doubled slash reaches the operation past the credentials.",
    breaks: rules.bearer,
  },
  "upper-case-path-skips-credentials": {
    title: "A path in upper case reaches the operation past the credentials.",
    breaks: rules.bearer,
  },
  "encoded-path-skips-credentials": {
    title: "A percent-encoded letter in the path reaches the operation past the credentials.",
    breaks: rules.bearer,
  },
  "dot-segments-skip-credentials": {
    title: "Dot segments reach the operation past the credentials.",
    breaks: rules.bearer,
  },
  "encoded-slash-splits-path": {
    title: "An encoded slash in an id counts as a slash of the path.",
    breaks: rules.opaqueId,
  },
  "rest-of-path-ignored": {
    title: "Further segments after a known path are ignored.",
    breaks: rules.pathFirst,
  },
  "other-versions-served": {
    title: "`/api/v1` and others are served like `/api/v0`.",
    breaks: rules.versionInPath,
  },
  "query-stays-in-id": {
    title: "A query after a computer's path becomes part of its id.",
    breaks: rules.unknownQuery,
  },
  "id-not-decoded": {
    title: "A percent-encoded letter of an id is not decoded.",
    breaks: rules.percentEncoding,
  },
  "id-decoded-twice": { title: "An id is decoded twice.", breaks: rules.opaqueId },
  "id-trimmed": { title: "White space around an id is ignored.", breaks: rules.opaqueId },
  "id-case-ignored": { title: "The letter case of an id is ignored.", breaks: rules.opaqueId },
  "id-prefix-matches": { title: "The beginning of an id finds the computer.", breaks: rules.opaqueId },
  "longer-id-matches": { title: "An id with something appended finds the computer.", breaks: rules.opaqueId },
  "id-wildcards-match": { title: "`%` and `_` in an id match anything.", breaks: rules.opaqueId },
  "malformed-encoding-is-500": {
    title: "A malformed percent-encoding in a path fails with 500.",
    breaks: rules.pathFirst,
  },
  "nul-in-id-is-500": { title: "A NUL in an id fails with 500.", breaks: rules.opaqueId },
  "long-id-is-500": { title: "A long id fails with 500.", breaks: rules.opaqueId },
  "unknown-path-is-html": { title: "An unknown path gets an HTML page.", breaks: rules.problem },
  "unknown-path-is-200": {
    title: "An unknown path gets 200 and the page of an application.",
    breaks: rules.pathFirst,
  },
} as const satisfies Mistakes;
