import type { Impact } from "./compare/rule.ts";
import type { RuleId } from "./compare/rules.ts";

/** A debatable case, and how the gate decides it. */
export interface Policy {
  readonly change: string;
  readonly impact: Exclude<Impact, "none">;
  readonly rule: RuleId | "text-changed" | "rearranged";
  readonly reason: string;
}

function policy(change: string, impact: Policy["impact"], rule: Policy["rule"], reason: string): Policy {
  return { change, impact, rule, reason };
}

/** Every debatable case. `docs/policies.md` is generated from it, and each line has a test. */
export const policies = [
  policy(
    "operationId renamed or removed",
    "major",
    "operation-id-changed",
    "It is an identifier: generated clients, links and workflows refer to the operation by it.",
  ),
  policy(
    "path parameter renamed",
    "minor",
    "path-parameter-renamed",
    "The URL is the same. Only regenerated clients see a different argument name.",
  ),
  policy(
    "slash at the end of a path",
    "major",
    "operation-removed",
    "`/a` and `/a/` are different URLs (RFC 3986, 6.2.3).",
  ),
  policy(
    "deprecated operation, parameter or property removed",
    "major",
    "operation-removed",
    "Deprecation announces the removal, but callers still break on the day it happens. Remove it in the next major version of the path.",
  ),
  policy(
    "marked as deprecated",
    "minor",
    "deprecation-announced",
    "Nothing breaks, and a release should tell users about it.",
  ),
  policy(
    "value added to a closed enum of a response",
    "major",
    "response-values-added",
    "Readers may switch over a closed enum without a default. An open set is a string with `x-extensible-enum`.",
  ),
  policy(
    "value added to `x-extensible-enum`, or removed from that of a response",
    "minor",
    "response-open-values-added",
    "The set is open: readers tolerate unknown values.",
  ),
  policy(
    "value removed from `x-extensible-enum` of a request",
    "major",
    "request-open-values-removed",
    "The service that reads the request knew the value, and callers send it.",
  ),
  policy(
    "closed enum of a response turned into an open one",
    "major",
    "response-values-added",
    "Values that today's readers do not know may now be sent.",
  ),
  policy(
    "pattern, format or bound of a response loosened or removed",
    "major",
    "response-pattern-widened",
    "Readers may rely on it, for example for a column width or a parser. A response may only be tightened.",
  ),
  policy(
    "pattern of a request replaced by a wider one",
    "minor",
    "request-pattern-widened",
    "Automata prove that every text that matched still does. If they cannot, the change counts as breaking.",
  ),
  policy(
    "optional property of a response removed",
    "major",
    "response-property-removed",
    "Readers that use it silently get nothing.",
  ),
  policy(
    "required property of a response became optional",
    "major",
    "response-property-optional",
    "The description promised readers that it is always present.",
  ),
  policy(
    "property added to a response",
    "minor",
    "response-property-added",
    "Readers ignore properties that they do not know.",
  ),
  policy(
    "property added to a response that `additionalProperties: false` closes",
    "major",
    "response-property-added-to-closed",
    "The schema promised that there are no other properties, so validating readers reject it.",
  ),
  policy(
    "optional property of a request removed",
    "major",
    "request-property-removed",
    "In an open object the value is now silently ignored, which is worse than an error.",
  ),
  policy(
    "object of a request closed",
    "major",
    "request-properties-closed",
    "Properties that used to be ignored are now rejected.",
  ),
  policy(
    "default of an optional parameter or request property changed or removed",
    "major",
    "parameter-default-changed",
    "Omitting the value now means something else.",
  ),
  policy(
    "default documented where there was none",
    "minor",
    "parameter-default-added",
    "The description promised nothing about omitting the value.",
  ),
  policy(
    "default in a response changed",
    "patch",
    "rearranged",
    "The service sends the values themselves; a default does not change them on the wire.",
  ),
  policy(
    "type of a parameter changed, and every text that was accepted still is",
    "major",
    "parameter-text-kept",
    "Callers pass another type, and the service reads the same text as another value. The rule covers only what is proven, so a team can lower it without lowering real narrowing.",
  ),
  policy(
    "type of a response header changed, and every text that may be sent could be sent before",
    "major",
    "response-header-text-kept",
    "Readers parse another type. The rule covers only what is proven, as for parameters.",
  ),
  policy(
    "query parameter turned into an exploded list of the same values",
    "major",
    "parameter-became-list",
    "Callers pass another type, although `q=1` is also a list of one item. The rule covers only what is proven, so a team can lower it.",
  ),
  policy(
    "query parameter turned into a list in one text",
    "major",
    "request-type-narrowed",
    "A comma in a value now separates two items.",
  ),
  policy(
    "error response (4xx, 5xx, default next to successes) removed",
    "minor",
    "error-response-removed",
    "Callers are not affected by errors that no longer occur.",
  ),
  policy(
    "error response added",
    "minor",
    "error-response-added",
    "Callers have to handle every status anyway (RFC 9110, 15).",
  ),
  policy(
    "success status added beside the old one",
    "minor",
    "response-added",
    "A client treats an unknown 2xx as 200 (RFC 9110, 15). Replacing the old status is breaking.",
  ),
  policy(
    "status covered by `default` or a range now spelled out with a different body",
    "major",
    "response-media-type-removed",
    "The default or the range already described the status.",
  ),
  policy(
    "media type of a response added",
    "minor",
    "response-media-type-added",
    "Clients that do not ask for a media type keep getting the old one.",
  ),
  policy(
    "response header removed",
    "major",
    "response-header-removed",
    "Clients read headers like properties.",
  ),
  policy(
    "server removed, or default of its variable changed",
    "major",
    "server-removed",
    "Clients take the URL from the description.",
  ),
  policy(
    "operation made public",
    "minor",
    "security-loosened",
    "Clients with credentials still get in. Whether it is wise is up to the review.",
  ),
  policy(
    "security scheme renamed",
    "patch",
    "rearranged",
    "The name is not on the wire; type, place, scheme, URLs and scopes are compared.",
  ),
  policy(
    "`anyOf` of a request turned into `oneOf`",
    "major",
    "request-one-of-narrowed",
    "A value that fits two alternatives is rejected. Mutually exclusive alternatives make no difference.",
  ),
  policy(
    "variant added to a request",
    "minor",
    "request-variant-added",
    "What was accepted still is: a discriminator, a constant or a required property distinguishes the variants.",
  ),
  policy(
    "variant added to `oneOf` of a request that may overlap another one",
    "minor",
    "request-overlap-added",
    "`oneOf` rejects a value that fits two. Only a certain overlap, with a value that was accepted, is breaking.",
  ),
  policy(
    "variant removed from a response",
    "minor",
    "response-variant-removed",
    "Readers are not affected by a variant that is no longer sent.",
  ),
  policy(
    "variant added to a response",
    "major",
    "response-variant-added",
    "Readers may switch over the variants without a default, as over a closed enum.",
  ),
  policy(
    "typed property added to an open object of a request",
    "minor",
    "request-property-added",
    "Strictly, values of another type were accepted under that name; in practice callers do not send meaningless properties.",
  ),
  policy(
    "alternative of a request narrowed beside one that accepts any value",
    "major",
    "request-values-removed",
    "Strictly everything is still accepted, but an author who lists alternatives means them; the entry says so.",
  ),
  policy(
    "3.0 union with a member that is only `nullable: true`",
    "patch",
    "rearranged",
    "Generators write a nullable reference this way, so the member means null, although strictly it allows any value.",
  ),
  policy(
    "null spelt beside a reference or a list of values",
    "patch",
    "rearranged",
    "`nullable: true` or `type: 'null'` beside a `$ref`, an `allOf` or an `enum` means null, although strictly 3.0 ignores the first and the second leaves no value.",
  ),
  policy(
    "property that a closed part of `allOf` forbids and another part declares",
    "major",
    "response-type-widened",
    "Generators close parents and children alike; strictly no value fits both. A closed part that repeats names of the other keeps its letter.",
  ),
  policy(
    "child added to a parent with a discriminator",
    "major",
    "response-variant-added",
    "It may be sent wherever the parent may, like a variant. A discriminator of the parent also serves unions of its children.",
  ),
  policy(
    "file of a form turned into a list of files",
    "minor",
    "request-type-widened",
    "A form repeats the part for each file, so one file is also a list. The reverse is breaking.",
  ),
  policy(
    "null removed from a parameter or header",
    "patch",
    "rearranged",
    "Its text has no null, only absence.",
  ),
  policy(
    "`format: binary` turned into `contentMediaType`",
    "patch",
    "rearranged",
    "Both mean raw bytes: the first in OpenAPI 3.0, the second in 3.1 (3.1.0, 4.7.14.1).",
  ),
  policy(
    "link changed",
    "minor",
    "link-changed",
    "A link is a hint, and clients that follow it read its target.",
  ),
  policy(
    "type added to a schema that had only keywords of that type",
    "patch",
    "rearranged",
    "Authors who omit `type` mean the type that the keywords apply to.",
  ),
  policy(
    "discriminator removed",
    "major",
    "response-discriminator-changed",
    "Generated readers use it to select the type.",
  ),
  policy(
    "link removed",
    "minor",
    "link-removed",
    "A link is a hint; its operation still exists, or its removal is reported.",
  ),
  policy(
    "too many alternatives to compare",
    "not-judged",
    "not-judged",
    "A change that cannot be proven harmless counts as breaking.",
  ),
] as const satisfies readonly Policy[];
