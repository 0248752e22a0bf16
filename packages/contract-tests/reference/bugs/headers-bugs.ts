import { rules } from "../rules.ts";
import type { Mistakes } from "./mistake.ts";

/** Bugs of headers, methods and HEAD. */
export const headersBugs = {
  "request-id-missing": { title: "No response carries X-Request-Id.", breaks: rules.requestId },
  "request-id-missing-on-success": { title: "A success lacks X-Request-Id.", breaks: rules.requestId },
  "request-id-missing-on-401": { title: "A 401 lacks X-Request-Id.", breaks: rules.requestId },
  "request-id-missing-on-unknown-path": {
    title: "The 404 of an unknown path lacks X-Request-Id.",
    breaks: rules.requestId,
  },
  "request-id-constant": { title: "Every response has the same X-Request-Id.", breaks: rules.requestIdValue },
  "request-id-per-connection": {
    title: "Every response on a connection has the same X-Request-Id.",
    breaks: rules.requestIdValue,
  },
  "allow-missing": { title: "A 405 lacks Allow.", breaks: rules.allow },
  "allow-incomplete": { title: "Allow names only one of the methods.", breaks: rules.allow },
  "unknown-method-is-404": {
    title: "A method that the path does not support gets 404.",
    breaks: rules.methodNotAllowed,
  },
  "unknown-method-is-501": {
    title: "A method that the path does not support gets 501.",
    breaks: rules.methodNotAllowed,
  },
  "list-by-post": { title: "POST lists computers.", breaks: rules.methodNotAllowed },
  "head-refused": { title: "HEAD gets 405.", breaks: rules.head },
  "head-always-200": { title: "HEAD gets 200 whatever GET gets.", breaks: rules.head },
  "head-is-204": { title: "HEAD gets 204 where GET gets 200.", breaks: rules.head },
  "head-with-body": { title: "HEAD gets a body.", breaks: rules.head },
  "head-length-is-zero": { title: "HEAD says that GET has no content.", breaks: rules.head },
  "head-lacks-content-type": { title: "HEAD lacks the Content-Type of GET.", breaks: rules.head },
  "head-lacks-request-id": { title: "HEAD lacks X-Request-Id.", breaks: rules.requestId },
  "content-type-missing": { title: "A success lacks its Content-Type.", breaks: rules.json },
  "content-type-is-text": { title: "A success is sent as plain text.", breaks: rules.json },
  "update-is-202": { title: "An update gets 202.", breaks: rules.update },
  "update-is-204": { title: "An update gets 204 without a record.", breaks: rules.update },
} as const satisfies Mistakes;
