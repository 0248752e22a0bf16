import { rules } from "../rules.ts";
import type { Mistakes } from "./mistake.ts";

/** Bugs of media types. */
export const mediaTypesBugs = {
  "media-type-unchecked": { title: "Any media type is read as JSON.", breaks: rules.mediaType },
  "missing-media-type-accepted": {
    title: "A body without a Content-Type is read as JSON.",
    breaks: rules.noMediaType,
  },
  "text-plain-accepted": { title: "Plain text is read as JSON.", breaks: rules.mediaType },
  "forms-accepted": { title: "Forms are accepted.", breaks: rules.mediaType },
  "media-type-parameters-refused": {
    title: "`application/json; charset=utf-8` gets 415.",
    breaks: rules.mediaTypeSyntax,
  },
  "spaced-parameter-refused": {
    title: "`application/json;charset=utf-8` without a space gets 415.",
    breaks: rules.mediaTypeSyntax,
  },
  "media-type-case-matters": { title: "`Application/JSON` gets 415.", breaks: rules.mediaTypeSyntax },
  "media-type-by-prefix": {
    title: "A media type that begins like JSON's is read as JSON.",
    breaks: rules.mediaType,
  },
  "media-type-by-substring": {
    title: "A media type that contains `json` is read as JSON.",
    breaks: rules.mediaType,
  },
  "json-suffix-accepted": {
    title: "A media type that ends in `+json` is read as JSON.",
    breaks: rules.mediaType,
  },
  "wrong-media-type-is-400": { title: "A media type other than JSON gets 400.", breaks: rules.statuses },
  "missing-body-taken-as-empty-object": {
    title: "A missing body is taken for an empty update.",
    breaks: rules.objectBody,
  },
  "blank-body-taken-as-empty-object": {
    title: "A body of white space is taken for an empty update.",
    breaks: rules.jsonText,
  },
} as const satisfies Mistakes;
