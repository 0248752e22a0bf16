import { rules } from "../rules.ts";
import type { Mistakes } from "./mistake.ts";

/** Bugs between writing a value and reading it back. */
export const roundTripsBugs = {
  "user-not-stored": { title: "The remote user is returned but not stored.", breaks: rules.update },
  "update-returns-old-record": { title: "An update returns the record from before.", breaks: rules.update },
  "name-trimmed": { title: "White space around a name is cut off.", breaks: rules.update },
  "name-lower-cased": { title: "A name is stored in lower case.", breaks: rules.update },
  "name-normalised": { title: "A name is stored in another Unicode normal form.", breaks: rules.update },
  "name-cut-at-50": { title: "A name is cut after 50 characters.", breaks: rules.lengths },
  "name-html-escaped": { title: "A name is stored with HTML entities.", breaks: rules.update },
  "user-trimmed": { title: "White space around a remote user is cut off.", breaks: rules.update },
  "user-lower-cased": { title: "A remote user is stored in lower case.", breaks: rules.update },
  "spaces-collapsed": { title: "Runs of spaces become one.", breaks: rules.update },
  "astral-characters-lost": {
    title: "Characters outside the basic plane become question marks.",
    breaks: rules.codePoints,
  },
  "backslashes-lost": { title: "Backslashes disappear.", breaks: rules.update },
  "nul-cuts-text": { title: "A text ends at its first NUL.", breaks: rules.update },
  "text-url-decoded": { title: "Percent signs in a text are decoded.", breaks: rules.update },
  "plus-stored-as-space": { title: "A plus sign is stored as a space.", breaks: rules.update },
  "quotes-are-500": { title: "A quote in a text fails with 500.", breaks: rules.update },
  "lone-surrogate-replaced": { title: "A lone surrogate is accepted and replaced.", breaks: rules.update },
  "numeric-name-becomes-a-number": { title: "A name of digits comes back as a number.", breaks: rules.shape },
  "object-prototype-names-taken": {
    title: "Names such as `constructor` count as taken.",
    breaks: rules.uniqueName,
  },
  "list-cached": { title: "A list comes from a cache for a second.", breaks: rules.listOwn },
  "get-cached": { title: "A record comes from a cache for a second.", breaks: rules.update },
  "list-cached-without-query": {
    title: "A cached list is returned whatever the query asks.",
    breaks: rules.stepsFlag,
  },
  "listed-name-lags": {
    title: "A list shows the name from before a rename for a while.",
    breaks: rules.listOwn,
  },
  "listed-status-lags": {
    title: "A list shows the status from before a retry for a while.",
    breaks: rules.status,
  },
  "response-in-latin1": { title: "Responses are written in Latin-1.", breaks: rules.jsonText },
  "body-read-as-latin1": { title: "Request bodies are read as Latin-1.", breaks: rules.jsonText },
  "content-length-in-characters": {
    title: "Content-Length counts characters, so that a response is cut.",
    breaks: rules.contentLength,
  },
} as const satisfies Mistakes;
