import { rules } from "../rules.ts";
import type { Mistakes } from "./mistake.ts";

/** Bugs of the list. */
export const listingBugs = {
  "list-oldest-first": { title: "The list is in the opposite order.", breaks: rules.listOwn },
  "list-by-name": { title: "The list is ordered by name.", breaks: rules.listOwn },
  "list-by-id-alone": { title: "The list is ordered by id.", breaks: rules.listOwn },
  "list-by-update": {
    title: "The list begins with the computer that was updated last.",
    breaks: rules.listOwn,
  },
  "list-ties-by-id-ascending": {
    title: "Computers of the same time are ordered by id ascending.",
    breaks: rules.listOwn,
  },
  "list-capped-at-ten": { title: "The list ends after ten computers.", breaks: rules.listOwn },
  "list-repeats-by-step": { title: "With steps, a computer is listed once per step.", breaks: rules.listOwn },
  "list-drops-stepless": {
    title: "With steps, computers without any are left out.",
    breaks: rules.stepsFlag,
  },
  "list-hides-errors": { title: "Computers in error are left out.", breaks: rules.listOwn },
  "list-hides-byom": { title: "Machines that their owner brought are left out.", breaks: rules.listOwn },
  "list-hides-unlinked": { title: "Computers without a host are left out.", breaks: rules.listOwn },
  "list-is-a-bare-array": {
    title: "The list is an array without an object around it.",
    breaks: rules.listShape,
  },
  "empty-list-is-null": { title: "An empty list is `null`.", breaks: rules.listShape },
  "empty-list-is-204": { title: "An empty list gets 204.", breaks: rules.listShape },
  "listed-record-shortened": { title: "A listed record lacks fields that get returns.", breaks: rules.shape },
  "listed-source-flattened": {
    title: "A listed record has its source's kind in place of the source.",
    breaks: rules.shape,
  },
  "host-filter-ignored": { title: "The host filter is ignored.", breaks: rules.hostFilter },
  "host-filter-keeps-unlinked": {
    title: "The host filter keeps computers without a host.",
    breaks: rules.hostFilter,
  },
  "host-filter-lags": { title: "The host filter misses a new link for a while.", breaks: rules.hostFilter },
  "host-filter-by-prefix": {
    title: "The host filter compares the first eight digits.",
    breaks: rules.hostFilter,
  },
  "host-filter-case-matters": {
    title: "The letter case of the host filter matters.",
    breaks: rules.hostFilterCase,
  },
  "host-filter-trimmed": {
    title: "White space around the host filter is ignored.",
    breaks: rules.hostFilterCase,
  },
  "filter-drops-steps-flag": {
    title: "With a host filter, the steps flag is ignored.",
    breaks: rules.stepsFlag,
  },
  "steps-always-listed": { title: "Every list carries steps.", breaks: rules.stepsFlag },
  "steps-never-listed": { title: "No list carries steps.", breaks: rules.stepDetails },
  "steps-listed-for-false": {
    title: "The steps flag counts as set when it is `false`.",
    breaks: rules.stepsFlag,
  },
  "listed-empty-steps-left-out": {
    title: "With steps, a computer without any lacks the array.",
    breaks: rules.stepsFlag,
  },
  "listed-steps-empty-without-flag": {
    title: "Without steps, computers carry an empty array.",
    breaks: rules.stepsFlag,
  },
  "listed-steps-summarised": { title: "Listed steps lack their details.", breaks: rules.stepDetails },
  "listed-steps-limited-to-first": { title: "Only the first step is listed.", breaks: rules.stepDetails },
} as const satisfies Mistakes;
