import { rules } from "../rules.ts";
import type { Mistakes } from "./mistake.ts";

/** Bugs of bodies that are not JSON. */
export const malformedJsonBugs = {
  "malformed-json-is-500": { title: "A body that is not JSON fails with 500.", breaks: rules.invalidUpdate },
  "malformed-json-taken-as-empty-object": {
    title: "A body that is not JSON is taken for an empty update.",
    breaks: rules.invalidUpdate,
  },
  "text-after-json-ignored": { title: "Text after the JSON value is ignored.", breaks: rules.jsonText },
  "trailing-comma-accepted": { title: "A trailing comma is accepted.", breaks: rules.jsonText },
  "comments-accepted": { title: "Comments are accepted.", breaks: rules.jsonText },
  "single-quotes-accepted": { title: "Single quotes are accepted.", breaks: rules.jsonText },
  "raw-control-characters-accepted": {
    title: "Raw control characters in a text are accepted.",
    breaks: rules.jsonText,
  },
  "double-encoded-json-accepted": { title: "JSON in a JSON text is accepted.", breaks: rules.objectBody },
  "repeated-name-escapes-validation": {
    title: "Of a repeated name, the first value is checked and the last is stored.",
    breaks: rules.lengths,
  },
  "deep-nesting-is-500": { title: "Deeply nested JSON fails with 500.", breaks: rules.invalidUpdate },
  "invalid-utf8-replaced": { title: "Invalid UTF-8 is replaced.", breaks: rules.jsonText },
  "invalid-utf8-is-500": { title: "Invalid UTF-8 fails with 500.", breaks: rules.invalidUpdate },
  "lone-surrogate-is-500": { title: "A lone surrogate fails with 500.", breaks: rules.statuses },
} as const satisfies Mistakes;
