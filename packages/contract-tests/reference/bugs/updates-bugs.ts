import { rules } from "../rules.ts";
import type { Mistakes } from "./mistake.ts";

/** Bugs in the body of an update and in what it changes. */
export const updatesBugs = {
  "name-of-64-accepted": { title: "A name may have 64 characters.", breaks: rules.lengths },
  "name-of-63-refused": { title: "A name may have 62 characters at most.", breaks: rules.lengths },
  "empty-name-accepted": { title: "A name may be empty.", breaks: rules.lengths },
  "one-character-name-refused": { title: "A name has 2 characters at least.", breaks: rules.lengths },
  "user-of-64-accepted": { title: "A remote user may have 64 characters.", breaks: rules.lengths },
  "user-of-63-refused": { title: "A remote user may have 62 characters at most.", breaks: rules.lengths },
  "user-over-32-refused": { title: "A remote user may have 32 characters at most.", breaks: rules.lengths },
  "user-length-unchecked": { title: "A remote user may have any length.", breaks: rules.lengths },
  "empty-user-accepted": { title: "A remote user may be empty.", breaks: rules.lengths },
  "one-character-user-refused": { title: "A remote user has 2 characters at least.", breaks: rules.lengths },
  "length-in-utf16-units": { title: "Lengths count UTF-16 units.", breaks: rules.codePoints },
  "length-in-bytes": { title: "Lengths count bytes.", breaks: rules.codePoints },
  "length-in-graphemes": { title: "Lengths count grapheme clusters.", breaks: rules.codePoints },
  "name-limited-to-host-characters": {
    title: "A name may only contain letters, digits and hyphens.",
    breaks: rules.lengths,
  },
  "name-outside-ascii-refused": { title: "A name may only contain ASCII.", breaks: rules.codePoints },
  "blank-name-refused": { title: "A name of white space is refused.", breaks: rules.lengths },
  "user-limited-to-posix-names": {
    title: "A remote user has to be a POSIX user name.",
    breaks: rules.lengths,
  },
  "empty-text-ignored": { title: "An empty text is ignored as if it were absent.", breaks: rules.lengths },
  "null-ignored": { title: "`null` is ignored as if the field were absent.", breaks: rules.emptyUpdate },
  "null-clears-field": { title: "`null` clears a field.", breaks: rules.emptyUpdate },
  "unknown-properties-ignored": { title: "Unknown properties are ignored.", breaks: rules.emptyUpdate },
  "read-only-properties-ignored": {
    title: "Fields that cannot be changed are ignored.",
    breaks: rules.emptyUpdate,
  },
  "read-only-properties-written": {
    title: "Fields that cannot be changed are changed.",
    breaks: rules.emptyUpdate,
  },
  "property-name-case-ignored": {
    title: "The letter case of a property is ignored.",
    breaks: rules.emptyUpdate,
  },
  "empty-property-ignored": { title: "A property with an empty name is ignored.", breaks: rules.emptyUpdate },
  "proto-key-ignored": { title: "A property named `__proto__` is ignored.", breaks: rules.emptyUpdate },
  "empty-update-refused": { title: "An empty update gets 400.", breaks: rules.emptyUpdate },
  "empty-update-resets-user": { title: "An empty update clears the remote user.", breaks: rules.emptyUpdate },
  "absent-fields-cleared": { title: "Fields that an update leaves out are cleared.", breaks: rules.update },
  "name-ignored-with-host": {
    title: "An update of name and host only changes the host.",
    breaks: rules.together,
  },
  "user-ignored-with-name": {
    title: "An update of name and remote user only changes the name.",
    breaks: rules.together,
  },
  "array-taken-as-empty-object": {
    title: "An array is taken for an empty update.",
    breaks: rules.objectBody,
  },
  "null-taken-as-empty-object": {
    title: "A body of `null` is taken for an empty update.",
    breaks: rules.objectBody,
  },
  "scalar-body-is-500": {
    title: "A body that is a text or a number fails with 500.",
    breaks: rules.objectBody,
  },
  "numbers-coerced-to-text": { title: "A number is taken as text.", breaks: rules.lengths },
  "update-refused-while-provisioning": {
    title: "An update is refused while the computer is provisioning.",
    breaks: rules.everyStatus,
  },
  "update-refused-in-error": {
    title: "An update is refused while the computer is in error.",
    breaks: rules.everyStatus,
  },
  "put-accepted": { title: "PUT works like PATCH.", breaks: rules.methodNotAllowed },
} as const satisfies Mistakes;
