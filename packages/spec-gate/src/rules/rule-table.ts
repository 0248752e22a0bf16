import type { ReasonKind } from "../schema/compare/reason.ts";
import type { Audience, Rule } from "./rule.ts";

const nextMajor = "keep it, marked `deprecated: true`, until the next major version";

/** A change that takes something away, and the change that reverses it. */
interface Row {
  /** The reason in a schema that it is for; without one, it is for what is around schemas. */
  readonly about?: ReasonKind;
  /** Who has to adapt. */
  readonly who: Audience;
  /** Its impact is major unless it says otherwise. */
  readonly lost: { readonly rule: string; readonly impact?: Rule["impact"]; readonly message: string };
  /** The reverse, which is always minor. @default the change is its own reverse */
  readonly gained?: { readonly rule: string; readonly message: string };
  /** What to do instead. */
  readonly instead: string;
}

/**
 * Every change that has a rule: requests may only widen, and responses only narrow. Where
 * rows share a rule, the first one supplies the texts.
 */
export const ruleTable = [
  {
    who: "both",
    lost: { rule: "operation-removed", message: "the operation was removed" },
    gained: { rule: "operation-added", message: "the operation was added" },
    instead: nextMajor,
  },
  {
    who: "callers",
    lost: { rule: "operation-id-changed", message: "the operationId changed" },
    gained: { rule: "operation-id-added", message: "an operationId was given" },
    instead: "keep the operationId; generated clients and workflows call the operation by it",
  },
  {
    who: "callers",
    lost: {
      rule: "path-parameter-renamed",
      impact: "minor",
      message: "the parameter was renamed; the URL is the same",
    },
    instead: "keep the name where generated clients take it as an argument",
  },
  {
    who: "callers",
    lost: { rule: "parameter-removed", message: "the parameter was removed" },
    gained: { rule: "parameter-added", message: "an optional parameter was added" },
    instead: nextMajor,
  },
  {
    who: "callers",
    lost: { rule: "parameter-required", message: "the parameter is now required" },
    gained: { rule: "parameter-optional", message: "the parameter became optional" },
    instead: "keep it optional and document what omitting it means",
  },
  {
    who: "callers",
    lost: { rule: "parameter-serialization-changed", message: "the parameter is now serialized differently" },
    gained: { rule: "parameter-serialization-widened", message: "the parameter is serialized differently" },
    instead: "keep style, explode, allowReserved and content; offer the new format as another parameter",
  },
  {
    who: "callers",
    lost: {
      rule: "parameter-text-kept",
      message: "the type changed, but every text that was accepted still is",
    },
    instead: "keep the type; clients that are generated from the description pass a different type",
  },
  {
    who: "callers",
    lost: {
      rule: "parameter-became-list",
      message: "the parameter became a list, and a single value is written as before",
    },
    instead: "keep the type; clients that are generated from the description pass a different type",
  },
  {
    who: "readers",
    lost: {
      rule: "response-header-text-kept",
      message: "the type changed, but every text that may be sent could be sent before",
    },
    instead: "keep the type; clients that are generated from the description read a different type",
  },
  {
    who: "callers",
    lost: { rule: "parameter-default-changed", message: "omitting the parameter now means something else" },
    gained: { rule: "parameter-default-added", message: "a default was documented" },
    instead: "keep the default; offer the new behaviour under a value that callers choose",
  },
  {
    who: "callers",
    lost: { rule: "body-removed", message: "the request body was removed" },
    gained: { rule: "body-added", message: "an optional request body was added" },
    instead: "keep accepting the body",
  },
  {
    who: "callers",
    lost: { rule: "body-required", message: "a request body is now required" },
    gained: { rule: "body-optional", message: "the request body became optional" },
    instead: "keep it optional and document what omitting it means",
  },
  {
    who: "callers",
    lost: { rule: "request-media-type-removed", message: "the request's media type is no longer accepted" },
    gained: { rule: "request-media-type-added", message: "another request media type is accepted" },
    instead: "accept the old media type as well as the new one",
  },
  {
    who: "callers",
    lost: { rule: "request-encoding-changed", message: "a part of the request body is encoded differently" },
    gained: {
      rule: "request-encoding-widened",
      message: "a part of the request body is encoded differently",
    },
    instead: "keep the encoding of the existing part",
  },
  {
    who: "readers",
    lost: { rule: "response-removed", message: "the response was removed" },
    gained: { rule: "response-added", message: "the response was added" },
    instead: "keep returning this status",
  },
  {
    who: "readers",
    lost: {
      rule: "response-range-removed",
      impact: "minor",
      message: "only single statuses of the range are still returned",
    },
    gained: { rule: "response-added", message: "the response was added" },
    instead: "nothing: readers are not affected by statuses that are no longer returned",
  },
  {
    who: "readers",
    lost: {
      rule: "error-response-removed",
      impact: "minor",
      message: "the error response is no longer returned",
    },
    gained: { rule: "error-response-added", message: "an error response was added" },
    instead: "nothing: callers are not affected by errors that no longer occur",
  },
  {
    who: "readers",
    lost: {
      rule: "response-media-type-removed",
      message: "the response is no longer sent in this media type",
    },
    gained: {
      rule: "response-media-type-added",
      message: "the response is also available in another media type",
    },
    instead: "keep sending the old media type to clients that ask for it or send no Accept header",
  },
  {
    who: "readers",
    lost: { rule: "response-header-removed", message: "the response header was removed" },
    gained: { rule: "response-header-added", message: "a response header was added" },
    instead: nextMajor,
  },
  {
    who: "readers",
    lost: { rule: "response-header-optional", message: "the response header may now be missing" },
    gained: { rule: "response-header-always-sent", message: "the response header is always sent" },
    instead: "keep sending it with every response",
  },
  {
    who: "readers",
    lost: {
      rule: "response-header-serialization-changed",
      message: "the response header is now serialized differently",
    },
    instead: "keep its format; send the new format in another header",
  },
  {
    who: "callers",
    lost: { rule: "server-removed", message: "the server is no longer listed" },
    gained: { rule: "server-added", message: "a server was added" },
    instead: "keep the server's URL, and let it forward to the new one",
  },
  {
    who: "callers",
    lost: { rule: "security-tightened", message: "credentials that were sufficient no longer are" },
    gained: { rule: "security-loosened", message: "credentials that were not sufficient now are" },
    instead: "keep accepting the old credentials as well as the new ones",
  },
  {
    who: "callers",
    lost: { rule: "security-scheme-changed", message: "the credentials are presented differently" },
    instead: "keep the scheme and add the new one as an alternative",
  },
  {
    who: "readers",
    lost: { rule: "webhook-removed", message: "the webhook is no longer sent" },
    gained: { rule: "webhook-added", message: "a webhook was added" },
    instead: nextMajor,
  },
  {
    who: "readers",
    lost: { rule: "callback-removed", message: "the callback is no longer sent" },
    gained: { rule: "callback-added", message: "a callback was added" },
    instead: nextMajor,
  },
  {
    who: "both",
    lost: { rule: "deprecation-withdrawn", impact: "minor", message: "it is no longer marked as deprecated" },
    gained: { rule: "deprecation-announced", message: "it was marked as deprecated" },
    instead: "nothing",
  },
  {
    who: "readers",
    lost: {
      rule: "webhook-media-type-added",
      message: "the webhook may use another media type, and its receivers cannot ask for the old one",
    },
    gained: { rule: "webhook-media-type-removed", message: "the webhook no longer uses this media type" },
    instead: "keep sending the old media type to registered receivers",
  },
  {
    who: "readers",
    lost: { rule: "callback-reply-required", message: "receivers now have to reply with a body" },
    gained: { rule: "callback-reply-optional", message: "receivers no longer have to reply with a body" },
    instead: "keep accepting a reply without a body",
  },
  {
    about: "type",
    who: "callers",
    lost: { rule: "request-type-narrowed", message: "this type is no longer accepted" },
    gained: { rule: "request-type-widened", message: "another type is accepted" },
    instead: "accept the old type as well as the new one",
  },
  {
    about: "type",
    who: "readers",
    lost: { rule: "response-type-widened", message: "another type may be sent" },
    gained: { rule: "response-type-narrowed", message: "fewer types are sent" },
    instead: "keep the type; send the new one in another field",
  },
  {
    about: "repair",
    who: "readers",
    lost: { rule: "response-repaired", impact: "minor", message: "values are sent where none could be" },
    gained: { rule: "response-type-narrowed", message: "fewer types are sent" },
    instead: "nothing: readers cannot have relied on a schema that no value fits",
  },
  {
    about: "values",
    who: "callers",
    lost: { rule: "request-values-removed", message: "these values are no longer accepted" },
    gained: { rule: "request-values-added", message: "more values are accepted" },
    instead: "keep accepting the old values",
  },
  {
    about: "values",
    who: "readers",
    lost: { rule: "response-values-added", message: "values that readers do not know may be sent" },
    gained: { rule: "response-values-removed", message: "fewer values are sent" },
    instead: "send new values only in an open string (`x-extensible-enum`) or a new field",
  },
  {
    about: "bound",
    who: "callers",
    lost: { rule: "request-bound-narrowed", message: "fewer numbers are accepted" },
    gained: { rule: "request-bound-widened", message: "more numbers are accepted" },
    instead: "keep the old bound",
  },
  {
    about: "bound",
    who: "readers",
    lost: { rule: "response-bound-widened", message: "numbers beyond the old bound may be sent" },
    gained: { rule: "response-bound-narrowed", message: "the numbers sent have a tighter bound" },
    instead: "keep the old bound",
  },
  {
    about: "multiple-of",
    who: "callers",
    lost: { rule: "request-multiple-of-narrowed", message: "only other multiples are accepted" },
    gained: { rule: "request-multiple-of-widened", message: "more numbers are accepted" },
    instead: "keep accepting the old multiples",
  },
  {
    about: "multiple-of",
    who: "readers",
    lost: { rule: "response-multiple-of-widened", message: "other multiples may be sent" },
    gained: { rule: "response-multiple-of-narrowed", message: "the numbers sent are limited to multiples" },
    instead: "keep sending the old multiples",
  },
  {
    about: "length",
    who: "callers",
    lost: { rule: "request-length-narrowed", message: "fewer lengths are accepted" },
    gained: { rule: "request-length-widened", message: "more lengths are accepted" },
    instead: "keep the old bound",
  },
  {
    about: "length",
    who: "readers",
    lost: { rule: "response-length-widened", message: "lengths beyond the old bound may be sent" },
    gained: { rule: "response-length-narrowed", message: "the texts sent have a tighter bound" },
    instead: "keep the old bound",
  },
  {
    about: "pattern",
    who: "callers",
    lost: { rule: "request-pattern-narrowed", message: "texts that used to match are rejected" },
    gained: { rule: "request-pattern-widened", message: "more texts are accepted" },
    instead: "only loosen a request's pattern",
  },
  {
    about: "pattern",
    who: "readers",
    lost: { rule: "response-pattern-widened", message: "texts that did not match before may be sent" },
    gained: { rule: "response-pattern-narrowed", message: "the texts sent match a narrower pattern" },
    instead: "only tighten a response's pattern",
  },
  {
    about: "format",
    who: "callers",
    lost: { rule: "request-format-narrowed", message: "texts in another format are rejected" },
    gained: { rule: "request-format-widened", message: "more formats are accepted" },
    instead: "accept the old format too",
  },
  {
    about: "format",
    who: "readers",
    lost: { rule: "response-format-widened", message: "texts in another format may be sent" },
    gained: { rule: "response-format-narrowed", message: "the texts sent now have a format" },
    instead: "keep the format; send the new one in another field",
  },
  {
    about: "content-encoding",
    who: "callers",
    lost: { rule: "request-content-encoding-narrowed", message: "the text is decoded differently" },
    gained: { rule: "request-content-encoding-widened", message: "other encodings are accepted" },
    instead: "keep the encoding",
  },
  {
    about: "content-encoding",
    who: "readers",
    lost: { rule: "response-content-encoding-widened", message: "the text is encoded differently" },
    gained: { rule: "response-content-encoding-narrowed", message: "the text sent now has an encoding" },
    instead: "keep the encoding",
  },
  {
    about: "item-count",
    who: "callers",
    lost: { rule: "request-item-count-narrowed", message: "fewer item counts are accepted" },
    gained: { rule: "request-item-count-widened", message: "more item counts are accepted" },
    instead: "keep the old bound",
  },
  {
    about: "item-count",
    who: "readers",
    lost: { rule: "response-item-count-widened", message: "item counts beyond the old bound may be sent" },
    gained: { rule: "response-item-count-narrowed", message: "the item counts sent have a tighter bound" },
    instead: "keep the old bound",
  },
  {
    about: "unique-items",
    who: "callers",
    lost: { rule: "request-unique-items-narrowed", message: "duplicate items are rejected" },
    gained: { rule: "request-unique-items-widened", message: "duplicate items are accepted" },
    instead: "accept duplicate items",
  },
  {
    about: "unique-items",
    who: "readers",
    lost: { rule: "response-unique-items-widened", message: "duplicate items may be sent" },
    gained: { rule: "response-unique-items-narrowed", message: "the items sent are unique" },
    instead: "keep the items unique",
  },
  {
    about: "items-contained",
    who: "callers",
    lost: { rule: "request-items-contained-narrowed", message: "an item of a kind is now required" },
    gained: { rule: "request-items-contained-widened", message: "an item of a kind is no longer required" },
    instead: "keep accepting arrays without such an item",
  },
  {
    about: "items-contained",
    who: "readers",
    lost: { rule: "response-items-contained-widened", message: "an item of a kind may be missing" },
    gained: { rule: "response-items-contained-narrowed", message: "an item of a kind is always sent" },
    instead: "keep sending it",
  },
  {
    about: "property-count",
    who: "callers",
    lost: { rule: "request-property-count-narrowed", message: "fewer property counts are accepted" },
    gained: { rule: "request-property-count-widened", message: "more property counts are accepted" },
    instead: "keep the old bound",
  },
  {
    about: "property-count",
    who: "readers",
    lost: {
      rule: "response-property-count-widened",
      message: "property counts beyond the old bound may be sent",
    },
    gained: {
      rule: "response-property-count-narrowed",
      message: "the property counts sent have a tighter bound",
    },
    instead: "keep the old bound",
  },
  {
    about: "property-required",
    who: "callers",
    lost: { rule: "request-property-required", message: "the property is now required" },
    gained: { rule: "request-property-optional", message: "the property became optional" },
    instead: "keep it optional and document what omitting it means",
  },
  {
    about: "property-required",
    who: "readers",
    lost: { rule: "response-property-optional", message: "the property may now be missing" },
    gained: { rule: "response-property-required", message: "the property is always sent" },
    instead: "keep sending it always",
  },
  {
    about: "property-removed",
    who: "callers",
    lost: { rule: "request-property-removed", message: "the property is no longer known" },
    gained: { rule: "request-property-added", message: "an optional property was added" },
    instead: nextMajor,
  },
  {
    about: "property-removed",
    who: "readers",
    lost: { rule: "response-property-removed", message: "the property is no longer sent" },
    gained: { rule: "response-property-added", message: "a property was added" },
    instead: nextMajor,
  },
  {
    about: "property-closed",
    who: "callers",
    lost: { rule: "request-property-removed", message: "the property is rejected" },
    gained: { rule: "request-property-added", message: "the property is accepted" },
    instead: "keep accepting the property",
  },
  {
    about: "property-closed",
    who: "readers",
    lost: {
      rule: "response-property-added-to-closed",
      message: "a property that the schema had ruled out may be sent",
    },
    gained: { rule: "response-property-removed", message: "a property is no longer sent" },
    instead: "leave `additionalProperties: false` out of responses from the start",
  },
  {
    about: "properties-closed",
    who: "callers",
    lost: { rule: "request-properties-closed", message: "other properties are rejected" },
    gained: { rule: "request-properties-opened", message: "other properties are accepted" },
    instead: "keep accepting other properties",
  },
  {
    about: "properties-closed",
    who: "readers",
    lost: {
      rule: "response-properties-opened",
      message: "other properties may be sent although the schema had ruled them out",
    },
    gained: { rule: "response-properties-closed", message: "no other properties are sent" },
    instead: "keep the object closed",
  },
  {
    about: "property-names",
    who: "callers",
    lost: { rule: "request-property-names-narrowed", message: "fewer property names are accepted" },
    gained: { rule: "request-property-names-widened", message: "more property names are accepted" },
    instead: "keep accepting the old names",
  },
  {
    about: "property-names",
    who: "readers",
    lost: { rule: "response-property-names-widened", message: "other property names may be sent" },
    gained: { rule: "response-property-names-narrowed", message: "fewer property names are sent" },
    instead: "keep the names as they are",
  },
  {
    about: "dependency",
    who: "callers",
    lost: { rule: "request-dependency-added", message: "the property now requires others" },
    gained: { rule: "request-dependency-removed", message: "the property no longer requires others" },
    instead: "keep accepting it on its own",
  },
  {
    about: "dependency",
    who: "readers",
    lost: { rule: "response-dependency-removed", message: "the property may come without the others" },
    gained: { rule: "response-dependency-added", message: "the property always comes with others" },
    instead: "keep sending them together",
  },
  {
    about: "not",
    who: "callers",
    lost: { rule: "request-not-narrowed", message: "values that were accepted are ruled out" },
    gained: { rule: "request-not-widened", message: "fewer values are ruled out" },
    instead: "keep accepting them",
  },
  {
    about: "not",
    who: "readers",
    lost: { rule: "response-not-widened", message: "values that were ruled out may be sent" },
    gained: { rule: "response-not-narrowed", message: "values are ruled out" },
    instead: "keep ruling them out",
  },
  {
    about: "one-of",
    who: "callers",
    lost: { rule: "request-one-of-narrowed", message: "values that fit two alternatives are rejected" },
    gained: { rule: "request-one-of-widened", message: "values that fit two alternatives are accepted" },
    instead: "use `anyOf`, or make the alternatives mutually exclusive",
  },
  {
    about: "one-of",
    who: "readers",
    lost: { rule: "response-one-of-widened", message: "values that fit two alternatives may be sent" },
    gained: { rule: "response-one-of-narrowed", message: "values fit only one alternative" },
    instead: "keep the alternatives distinct",
  },
  {
    about: "overlap",
    who: "callers",
    lost: {
      rule: "request-overlap-added",
      impact: "minor",
      message: "values that fit two alternatives are rejected, and a new alternative overlaps an old one",
    },
    gained: { rule: "request-overlap-removed", message: "alternatives that overlapped no longer do" },
    instead: "make the alternatives mutually exclusive, or add a discriminator",
  },
  {
    about: "variant",
    who: "callers",
    lost: { rule: "request-variant-removed", message: "the variant is no longer accepted" },
    gained: { rule: "request-variant-added", message: "another variant is accepted" },
    instead: nextMajor,
  },
  {
    about: "variant",
    who: "readers",
    lost: { rule: "response-variant-added", message: "a variant that readers do not know may be sent" },
    gained: { rule: "response-variant-removed", message: "the variant is no longer sent" },
    instead: "send new variants only to clients that ask for them, or in a new field",
  },
  {
    about: "discriminator",
    who: "callers",
    lost: { rule: "request-discriminator-changed", message: "the variant is identified differently" },
    gained: { rule: "request-discriminator-added", message: "more variants can be identified" },
    instead: "keep the discriminator's property and mapping",
  },
  {
    about: "discriminator",
    who: "readers",
    lost: { rule: "response-discriminator-changed", message: "the variant is identified differently" },
    gained: { rule: "response-discriminator-added", message: "more variants can be identified" },
    instead: "keep the discriminator's property and mapping",
  },
  {
    about: "default",
    who: "callers",
    lost: { rule: "request-default-changed", message: "omitting the property now means something else" },
    gained: { rule: "request-default-added", message: "a default was documented" },
    instead: "keep the default; offer the new behaviour under a value that callers choose",
  },
  {
    about: "open-values",
    who: "callers",
    lost: {
      rule: "request-open-values-removed",
      message: "a known value of an open set is no longer listed",
    },
    gained: { rule: "request-open-values-added", message: "a known value of an open set was added" },
    instead: "nothing: the set is open",
  },
  {
    about: "open-values",
    who: "readers",
    lost: {
      rule: "response-open-values-removed",
      impact: "minor",
      message: "a known value of an open set is no longer listed",
    },
    gained: { rule: "response-open-values-added", message: "a known value of an open set was added" },
    instead: "nothing: the set is open",
  },
  {
    about: "deprecation",
    who: "callers",
    lost: { rule: "deprecation-withdrawn", impact: "minor", message: "it is no longer marked as deprecated" },
    gained: { rule: "deprecation-announced", message: "it was marked as deprecated" },
    instead: "nothing",
  },
  {
    about: "not-judged",
    who: "callers",
    lost: { rule: "not-judged", impact: "not-judged", message: "the change could not be judged" },
    instead: "change fewer alternatives at a time, or fix the description",
  },
] as const satisfies readonly Row[];
