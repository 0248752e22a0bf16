import { rules } from "../rules.ts";
import type { Mistakes } from "./mistake.ts";

/** Bugs of query parameters. */
export const queriesBugs = {
  "invalid-host-filter-matches-nothing": {
    title: "A host filter that is not a UUID gets an empty list.",
    breaks: rules.hostFilterCase,
  },
  "invalid-host-filter-ignored": {
    title: "A host filter that is not a UUID is ignored.",
    breaks: rules.hostFilterCase,
  },
  "blank-host-filter-ignored": { title: "An empty host filter is ignored.", breaks: rules.hostFilterCase },
  "unhyphenated-filter-accepted": {
    title: "A host filter without hyphens or in braces is accepted.",
    breaks: rules.uuid,
  },
  "any-flag-accepted": { title: "Any value of the steps flag is accepted.", breaks: rules.stepsFlagValues },
  "blank-flag-accepted": { title: "An empty steps flag is accepted.", breaks: rules.stepsFlagValues },
  "numeric-flag-accepted": { title: "The steps flag may be 1 or 0.", breaks: rules.stepsFlagValues },
  "flag-case-ignored": {
    title: "The letter case of the steps flag is ignored.",
    breaks: rules.stepsFlagValues,
  },
  "repeated-host-takes-last": { title: "Of two host filters, the last counts.", breaks: rules.unknownQuery },
  "repeated-flag-takes-first": { title: "Of two steps flags, the first counts.", breaks: rules.unknownQuery },
  "equal-repeats-accepted": {
    title: "A parameter may be given twice with the same value.",
    breaks: rules.unknownQuery,
  },
  "unknown-query-refused": { title: "Unknown query parameters get 400.", breaks: rules.unknownQuery },
  "query-name-case-ignored": {
    title: "The letter case of a parameter's name is ignored.",
    breaks: rules.unknownQuery,
  },
  "query-names-not-decoded": {
    title: "A percent-encoded letter of a parameter's name is not decoded.",
    breaks: rules.percentEncoding,
  },
  "query-values-not-decoded": {
    title: "A percent-encoded value is not decoded.",
    breaks: rules.percentEncoding,
  },
  "brackets-in-query-are-500": {
    title: "Brackets in a parameter's name fail with 500.",
    breaks: rules.unknownQuery,
  },
  "malformed-query-is-500": {
    title: "A malformed percent-encoding in a query fails with 500.",
    breaks: rules.hostFilterCase,
  },
} as const satisfies Mistakes;
