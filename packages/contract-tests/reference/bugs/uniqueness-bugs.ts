import { rules } from "../rules.ts";
import type { Mistakes } from "./mistake.ts";

/** Bugs of unique names, unique hosts and UUIDs. */
export const uniquenessBugs = {
  "taken-name-unchecked": { title: "A taken name is accepted.", breaks: rules.uniqueName },
  "own-name-refused": { title: "The computer's own name counts as taken.", breaks: rules.uniqueName },
  "old-name-stays-taken": { title: "The name from before a rename stays taken.", breaks: rules.uniqueName },
  "refused-update-reserves-name": {
    title: "The name of a refused update stays taken.",
    breaks: rules.conflictChangesNothing,
  },
  "name-compared-by-pattern": { title: "`_` and `%` in a name match other names.", breaks: rules.uniqueName },
  "name-compared-by-prefix": {
    title: "A name that another one begins with counts as taken.",
    breaks: rules.uniqueName,
  },
  "update-refused-without-changes": {
    title: "An update to the values that are already set is refused.",
    breaks: rules.update,
  },
  "user-taken-once": { title: "Two computers cannot have the same remote user.", breaks: rules.update },
  "host-replaceable": { title: "A host can be replaced by another one.", breaks: rules.hostOnce },
  "same-host-refused": { title: "Sending the host that is already set gets 409.", breaks: rules.hostOnce },
  "same-host-in-other-case-refused": {
    title: "Sending the host that is already set in another letter case gets 409.",
    breaks: rules.uuid,
  },
  "taken-host-unchecked": { title: "A taken host is accepted.", breaks: rules.hostOnce },
  "taken-host-compared-by-case": {
    title: "A taken host in another letter case is accepted.",
    breaks: rules.uuid,
  },
  "host-refused-for-managed": {
    title: "A managed computer cannot be linked to a host.",
    breaks: rules.hostOnce,
  },
  "any-text-taken-as-host": { title: "Any text is taken as a host.", breaks: rules.uuid },
  "unhyphenated-host-accepted": {
    title: "A host without hyphens or in braces is accepted.",
    breaks: rules.uuid,
  },
  "upper-case-host-refused": { title: "A host in upper case is refused.", breaks: rules.uuid },
  "only-random-uuids-accepted": { title: "A UUID of another version than 4 is refused.", breaks: rules.uuid },
  "nil-uuid-refused": { title: "The nil UUID is refused.", breaks: rules.uuid },
  "uuid-within-text-accepted": { title: "A text that contains a UUID is accepted.", breaks: rules.uuid },
  "line-end-after-uuid-accepted": { title: "A line end after a UUID is accepted.", breaks: rules.uuid },
} as const satisfies Mistakes;
