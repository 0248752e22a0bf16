import type { RuleId } from "./compare/rules.ts";

/** A debatable case, the rule that decides it with its default impact, and the reason. */
type Policy = readonly [change: string, rule: RuleId | "text-changed" | "rearranged", reason: string];

/** Every debatable case. `docs/policies.md` is generated from it, and each line has a test. */
export const policies = [
  [
    "operationId renamed or removed",
    "operation-id-changed",
    "It is an identifier: generated clients, links and workflows refer to the operation by it.",
  ],
  [
    "path parameter renamed",
    "path-parameter-renamed",
    "The URL is the same. Only regenerated clients see a different argument name.",
  ],
  ["slash at the end of a path", "operation-removed", "`/a` and `/a/` are different URLs (RFC 3986, 6.2.3)."],
  [
    "deprecated operation, parameter or property removed",
    "operation-removed",
    "Deprecation announces the removal, but callers still break on the day it happens. Remove it in the next major version of the path.",
  ],
  [
    "marked as deprecated",
    "deprecation-announced",
    "Nothing breaks, and a release should tell users about it.",
  ],
  [
    "value added to a closed enum of a response",
    "response-values-added",
    "Readers may switch over a closed enum without a default. An open set is a string with `x-extensible-enum`.",
  ],
  [
    "value added to `x-extensible-enum`, or removed from that of a response",
    "response-open-values-added",
    "The set is open: readers tolerate unknown values.",
  ],
  [
    "value removed from `x-extensible-enum` of a request",
    "request-open-values-removed",
    "The service that reads the request knew the value, and callers send it.",
  ],
  [
    "closed enum of a response turned into an open one",
    "response-values-added",
    "Values that today's readers do not know may now be sent.",
  ],
  [
    "pattern, format or bound of a response loosened or removed",
    "response-pattern-widened",
    "Readers may rely on it, for example for a column width or a parser. A response may only be tightened.",
  ],
  [
    "pattern of a request replaced by a wider one",
    "request-pattern-widened",
    "Automata prove that every text that matched still does. If they cannot, the change counts as breaking.",
  ],
  [
    "optional property of a response removed",
    "response-property-removed",
    "Readers that use it silently get nothing.",
  ],
  [
    "required property of a response became optional",
    "response-property-optional",
    "The description promised readers that it is always present.",
  ],
  [
    "property added to a response",
    "response-property-added",
    "Readers ignore properties that they do not know.",
  ],
  [
    "property added to a response that `additionalProperties: false` closes",
    "response-property-added-to-closed",
    "The schema promised that there are no other properties, so validating readers reject it.",
  ],
  [
    "optional property of a request removed",
    "request-property-removed",
    "In an open object the value is now silently ignored, which is worse than an error.",
  ],
  [
    "object of a request closed",
    "request-properties-closed",
    "Properties that used to be ignored are now rejected.",
  ],
  [
    "default of an optional parameter or request property changed or removed",
    "parameter-default-changed",
    "Omitting the value now means something else.",
  ],
  [
    "default documented where there was none",
    "parameter-default-added",
    "The description promised nothing about omitting the value.",
  ],
  [
    "default in a response changed",
    "rearranged",
    "The service sends the values themselves; a default does not change them on the wire.",
  ],
  [
    "type of a parameter changed, and every text that was accepted still is",
    "parameter-text-kept",
    "Callers pass another type, and the service reads the same text as another value. The rule covers only what is proven, so a team can lower it without lowering real narrowing.",
  ],
  [
    "type of a response header changed, and every text that may be sent could be sent before",
    "response-header-text-kept",
    "Readers parse another type. The rule covers only what is proven, as for parameters.",
  ],
  [
    "query parameter turned into an exploded list of the same values",
    "parameter-became-list",
    "Callers pass another type, although `q=1` is also a list of one item. The rule covers only what is proven, so a team can lower it.",
  ],
  [
    "query parameter turned into a list in one text",
    "request-type-narrowed",
    "A comma in a value now separates two items.",
  ],
  [
    "error response (4xx, 5xx, default next to successes) removed",
    "error-response-removed",
    "Callers are not affected by errors that no longer occur.",
  ],
  [
    "error response added",
    "error-response-added",
    "Callers have to handle every status anyway (RFC 9110, 15).",
  ],
  [
    "success status added beside the old one",
    "response-added",
    "A client treats an unknown 2xx as 200 (RFC 9110, 15). Replacing the old status is breaking.",
  ],
  [
    "status covered by `default` or a range now spelled out with a different body",
    "response-media-type-removed",
    "The default or the range already described the status.",
  ],
  [
    "optional header or media type of `default` not in a status now spelled out",
    "error-response-added",
    "No reader could count on it for this status, and another status still has it.",
  ],
  [
    "media type of a response added",
    "response-media-type-added",
    "Clients that do not ask for a media type keep getting the old one.",
  ],
  ["response header removed", "response-header-removed", "Clients read headers like properties."],
  [
    "server removed, or default of its variable changed",
    "server-removed",
    "Clients take the URL from the description.",
  ],
  [
    "operation made public",
    "security-loosened",
    "Clients with credentials still get in. Whether it is wise is up to the review.",
  ],
  [
    "security scheme renamed",
    "rearranged",
    "The name is not on the wire; type, place, scheme, URLs and scopes are compared.",
  ],
  [
    "`anyOf` of a request turned into `oneOf`",
    "request-one-of-narrowed",
    "A value that fits two alternatives is rejected. Mutually exclusive alternatives make no difference.",
  ],
  [
    "variant added to a request",
    "request-variant-added",
    "What was accepted still is: a discriminator, a constant or a required property distinguishes the variants.",
  ],
  [
    "variant added to `oneOf` of a request that may overlap another one",
    "request-overlap-added",
    "`oneOf` rejects a value that fits two. Only a certain overlap, with a value that was accepted, is breaking.",
  ],
  [
    "variant removed from a response",
    "response-variant-removed",
    "Readers are not affected by a variant that is no longer sent.",
  ],
  [
    "variant added to a response",
    "response-variant-added",
    "Readers may switch over the variants without a default, as over a closed enum.",
  ],
  [
    "typed property added to an open object of a request",
    "request-property-added",
    "Strictly, values of another type were accepted under that name; in practice callers do not send meaningless properties.",
  ],
  [
    "alternative of a request narrowed beside one that accepts any value",
    "request-values-removed",
    "Strictly everything is still accepted, but an author who lists alternatives means them; the entry says so.",
  ],
  [
    "3.0 union with a member that is only `nullable: true`",
    "rearranged",
    "Generators write a nullable reference this way, so the member means null, although strictly it allows any value.",
  ],
  [
    "null spelt beside a reference or a list of values",
    "rearranged",
    "`nullable: true` or `type: 'null'` beside a `$ref`, an `allOf` or an `enum` means null, although strictly 3.0 ignores the first and the second leaves no value.",
  ],
  [
    "property that a closed part of `allOf` forbids and another part declares",
    "response-type-widened",
    "Generators close parents and children alike; strictly no value fits both. A closed part that repeats names of the other keeps its letter.",
  ],
  [
    "child added to a parent with a discriminator",
    "response-variant-added",
    "It may be sent wherever the parent may, like a variant. A discriminator of the parent also serves unions of its children.",
  ],
  [
    "file of a form turned into a list of files",
    "request-type-widened",
    "A form repeats the part for each file, so one file is also a list. The reverse is breaking.",
  ],
  ["null removed from a parameter or header", "rearranged", "Its text has no null, only absence."],
  [
    "`format: binary` turned into `contentMediaType`",
    "rearranged",
    "Both mean raw bytes: the first in OpenAPI 3.0, the second in 3.1 (3.1.0, 4.7.14.1).",
  ],
  ["link changed", "link-changed", "A link is a hint, and clients that follow it read its target."],
  [
    "type added to a schema that had only keywords of that type",
    "rearranged",
    "Authors who omit `type` mean the type that the keywords apply to.",
  ],
  ["discriminator removed", "response-discriminator-changed", "Generated readers use it to select the type."],
  [
    "link removed",
    "link-removed",
    "A link is a hint; its operation still exists, or its removal is reported.",
  ],
  [
    "too many alternatives to compare",
    "not-judged",
    "A change that cannot be proven harmless counts as breaking.",
  ],
] as const satisfies readonly Policy[];
