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
    "type of a parameter changed whose text may be the same",
    "major",
    "request-type-narrowed",
    "Callers pass a different type, and texts that were valid are rejected or read differently.",
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

/** Formats the table as a Markdown page. */
export function policiesPage(): string {
  const header = ["Change", "Impact", "Rule", "Reason"];
  const rows = policies.map(({ change, impact, rule, reason }) => [change, impact, `\`${rule}\``, reason]);
  const widths = header.map((_, column) =>
    Math.max(...[header, ...rows].map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return `# Debatable cases

How the gate decides debatable cases, and why. A major change breaks callers or readers and fails the gate.
This page is generated from \`src/policies.ts\` by \`pnpm --filter @compute-host/spec-gate generate\`.

${[line(header), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n")}

## What cannot be proven

These rewrites are harmless, but the gate does not prove it. They count as breaking: accept the entry, or keep the old
wording.

- One range of numbers written as several, multiples of 2 and of 3 written as multiples of 6, and \`contains\` that follows
  from \`items\`: they are rare in real descriptions, and each would need a solver of its own.
- A parameter whose \`content\` becomes a schema, and a list of at most one item that becomes the item: the text on the
  wire may be the same, but clients pass a different value.
- A callback with a new name, and a path template that is split in two: the gate matches both by their text.

These changes pass, but may deserve a look.

- An error status is removed while \`default\` has a different body. Errors now use that body, which callers had to expect
  for every undescribed status anyway.
- \`contentSchema\` is not compared, and \`$dynamicRef\` is read as \`$ref\`.
- A malformed part of the base is treated as absent, and reported in an entry of its own.
`;
}
