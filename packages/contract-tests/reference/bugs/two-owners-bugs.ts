import { rules } from "../rules.ts";
import type { Mistakes } from "./mistake.ts";

/** Bugs that reveal one owner's data to another. */
export const twoOwnersBugs = {
  "list-ignores-owner": { title: "The list holds every owner's computers.", breaks: rules.listOwn },
  "filtered-list-ignores-owner": {
    title: "A list by host holds every owner's computers.",
    breaks: rules.listOwn,
  },
  "list-with-steps-ignores-owner": {
    title: "A list with steps holds every owner's computers.",
    breaks: rules.listOwn,
  },
  "list-cache-shared": { title: "A cached list is returned to another owner.", breaks: rules.listOwn },
  "get-ignores-owner": { title: "Get returns a foreign computer.", breaks: rules.ownership },
  "head-ignores-owner": { title: "HEAD finds a foreign computer.", breaks: rules.opaqueId },
  "update-ignores-owner": { title: "Update changes a foreign computer.", breaks: rules.ownership },
  "empty-update-ignores-owner": {
    title: "An empty update returns a foreign computer.",
    breaks: rules.ownership,
  },
  "retry-ignores-owner": { title: "Retry works on a foreign computer.", breaks: rules.ownership },
  "foreign-conflict-told": {
    title: "A retry of a foreign computer gets 409 where it could not run.",
    breaks: rules.foreignWords,
  },
  "foreign-record-is-403": { title: "A foreign computer gets 403.", breaks: rules.opaqueId },
  "foreign-record-told-apart": {
    title: "A foreign computer gets a different text.",
    breaks: rules.foreignWords,
  },
  "name-unique-across-owners": {
    title: "A name of another owner's computer counts as taken.",
    breaks: rules.uniqueName,
  },
  "host-unique-across-owners": {
    title: "A host of another owner's computer counts as taken.",
    breaks: rules.hostOnce,
  },
} as const satisfies Mistakes;
