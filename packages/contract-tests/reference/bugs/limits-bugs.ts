import { rules } from "../rules.ts";
import type { Mistakes } from "./mistake.ts";

/** Bugs of the size of bodies. */
export const limitsBugs = {
  "body-limit-missing": { title: "A body may have any size.", breaks: rules.bodyLimit },
  "body-limit-of-16-kib": { title: "A body has at most 16 KiB.", breaks: rules.bodyLimit },
  "body-limit-of-64-kb": { title: "A body has at most 64,000 bytes.", breaks: rules.bodyLimit },
  "body-limit-of-100-kib": { title: "A body may have 100 KiB.", breaks: rules.bodyLimit },
  "body-limit-off-by-one": { title: "A body may have 65,537 bytes.", breaks: rules.bodyLimit },
  "full-body-refused": { title: "A body of 65,536 bytes is refused.", breaks: rules.bodyLimit },
  "body-limit-in-characters": {
    title: "The limit of a body counts characters.",
    breaks: rules.bodyLimit,
  },
  "chunked-body-unlimited": { title: "A chunked body may have any size.", breaks: rules.bodyLimit },
  "large-body-cut": { title: "A chunked body over the limit is cut and read.", breaks: rules.bodyLimit },
  "large-body-is-500": { title: "A body over the limit fails with 500.", breaks: rules.statuses },
  "large-body-is-400": { title: "A body over the limit gets 400.", breaks: rules.statuses },
  "large-body-resets": { title: "A body over the limit gets no response.", breaks: rules.statuses },
  "unread-body-garbles-connection": {
    title: "The body of a refused request is taken for the next request on its connection.",
    breaks: rules.bodyFraming,
  },
} as const satisfies Mistakes;
