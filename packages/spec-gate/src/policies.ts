import type { Impact } from "./compare/rule.ts";
import type { RuleId } from "./compare/rules.ts";

/** A case in which people differ, and how the gate decides it. */
export interface Policy {
  readonly change: string;
  readonly impact: Exclude<Impact, "none">;
  readonly rule: RuleId | "text-changed" | "rearranged";
  readonly reason: string;
}

function policy(change: string, impact: Policy["impact"], rule: Policy["rule"], reason: string): Policy {
  return { change, impact, rule, reason };
}

/** Every case in which people differ. The page `docs/policies.md` is made from it, and each line has a test. */
export const policies = [
  policy(
    "operationId renamed or removed",
    "major",
    "operation-id-changed",
    "It is an identifier: generated clients, links and workflows call the operation by it.",
  ),
  policy(
    "path parameter renamed",
    "minor",
    "path-parameter-renamed",
    "The URL is the same. Only regenerated clients see another argument name.",
  ),
  policy(
    "slash at the end of a path",
    "major",
    "operation-removed",
    "`/a` and `/a/` are two URLs (RFC 3986, 6.2.3).",
  ),
  policy(
    "operation, parameter or property removed that was deprecated",
    "major",
    "operation-removed",
    "Deprecation announces the removal; callers still break on the day it happens. It goes with the next major version of the path.",
  ),
  policy(
    "marked as deprecated",
    "minor",
    "deprecation-announced",
    "Nothing breaks, and users should learn of it from a release.",
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
    "The set is open: readers cope with values that they do not know.",
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
    "Values can come from now on that the readers of today do not know.",
  ),
  policy(
    "pattern, format or bound of a response loosened or dropped",
    "major",
    "response-pattern-widened",
    "Readers may have relied on it, for a column's width or a parser. A response may only be tightened.",
  ),
  policy(
    "pattern of a request replaced by a wider one",
    "minor",
    "request-pattern-widened",
    "Automata show that every text that matched still does. Where they cannot tell, the change counts as breaking.",
  ),
  policy(
    "optional property of a response removed",
    "major",
    "response-property-removed",
    "Readers who use it get nothing any more, without an error.",
  ),
  policy(
    "required property of a response became optional",
    "major",
    "response-property-optional",
    "Readers were promised that it is always there.",
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
    "The schema had promised that there is nothing else, and validating readers refuse it.",
  ),
  policy(
    "optional property of a request removed",
    "major",
    "request-property-removed",
    "Where the object is open the value is silently ignored from now on, which is worse than an error.",
  ),
  policy(
    "object of a request closed",
    "major",
    "request-properties-closed",
    "Properties that were ignored are refused from now on.",
  ),
  policy(
    "default of an optional parameter or request property changed or dropped",
    "major",
    "parameter-default-changed",
    "Leaving the value out means something else from now on.",
  ),
  policy(
    "default documented where there was none",
    "minor",
    "parameter-default-added",
    "Nothing was promised about leaving the value out.",
  ),
  policy(
    "default in a response changed",
    "patch",
    "rearranged",
    "The service sends values; a default in what it sends changes nothing on the wire.",
  ),
  policy(
    "type of a parameter changed whose text may be the same",
    "major",
    "request-type-narrowed",
    "Callers pass another type, and texts that were fine are refused or read differently.",
  ),
  policy(
    "error response (4xx, 5xx, default beside successes) removed",
    "minor",
    "error-response-removed",
    "Callers cope with errors that no longer occur.",
  ),
  policy(
    "error response added",
    "minor",
    "error-response-added",
    "Callers have to cope with every status anyway (RFC 9110, 15).",
  ),
  policy(
    "success status added beside the old one",
    "minor",
    "response-added",
    "A client treats an unknown 2xx as 200 (RFC 9110, 15). In place of the old one it is breaking.",
  ),
  policy(
    "status of `default` or of a range spelt out with another body",
    "major",
    "response-media-type-removed",
    "The status was described before, by the default or the range.",
  ),
  policy(
    "media type of a response added",
    "minor",
    "response-media-type-added",
    "Those who ask for nothing go on getting the old one.",
  ),
  policy("response header removed", "major", "response-header-removed", "Headers are read like properties."),
  policy(
    "server removed, or the default of its variable changed",
    "major",
    "server-removed",
    "Clients take the URL from the description.",
  ),
  policy(
    "operation made public",
    "minor",
    "security-loosened",
    "Whoever had credentials is still let in. Whether it is wise is for the review.",
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
    "A value that fits two alternatives is refused. Alternatives that exclude each other make no difference.",
  ),
  policy(
    "variant added to a request",
    "minor",
    "request-variant-added",
    "What was accepted still is: a discriminator, a constant or a required property tells the variants apart.",
  ),
  policy(
    "variant added to `oneOf` of a request that may overlap another one",
    "minor",
    "request-overlap-added",
    "`oneOf` refuses what fits two. Only an overlap that is certain, with a value that was accepted, is breaking.",
  ),
  policy(
    "variant removed from a response",
    "minor",
    "response-variant-removed",
    "Readers cope with a variant that no longer comes.",
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
    "Strictly, values of another type were accepted under that name; in practice callers do not send what means nothing.",
  ),
  policy(
    "link changed",
    "minor",
    "link-changed",
    "A link is a hint, and clients that follow it read where it leads.",
  ),
  policy(
    "type given to a schema that had none but keywords of that type",
    "patch",
    "rearranged",
    "Authors who leave `type` out mean the type that the keywords are about.",
  ),
  policy(
    "discriminator removed",
    "major",
    "response-discriminator-changed",
    "Generated readers choose the type by it.",
  ),
  policy(
    "link removed",
    "minor",
    "link-removed",
    "A link is a hint; the operation that it names is still there, or its removal is found.",
  ),
  policy(
    "too many alternatives to compare",
    "not-judged",
    "not-judged",
    "What cannot be proven harmless counts as breaking.",
  ),
] as const satisfies readonly Policy[];

/** The table as a page. */
export function policiesPage(): string {
  const header = ["Change", "Impact", "Rule", "Reason"];
  const rows = policies.map(({ change, impact, rule, reason }) => [change, impact, `\`${rule}\``, reason]);
  const widths = header.map((_, column) =>
    Math.max(...[header, ...rows].map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return `# Where people differ

How the gate decides the cases in which people differ, and why. A major change breaks somebody and fails the gate.
This page is made from \`src/policies.ts\` by \`pnpm --filter @compute-host/spec-gate generate\`.

${[line(header), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n")}

## What cannot be proven

These rewritings are harmless, and the gate does not prove it. They count as breaking: accept the entry, or keep the
old words.

- One range of numbers written as several, multiples of 2 and of 3 written as multiples of 6, and \`contains\` that follows
  from \`items\`: real descriptions hardly have them, and each would need a solver of its own.
- A parameter whose \`content\` becomes a schema, and a list of at most one item that becomes the item: the text on the
  wire may be the same, the value that clients pass is not.
- A callback under another name and a path template that is split in two: the gate matches both by what is written.

These changes pass, and may deserve a look.

- An error status that is removed while \`default\` has another body: errors come in that body from then on, which callers
  had to expect of every status that is not described.
- \`contentSchema\` is not compared, and \`$dynamicRef\` is read as \`$ref\`.
- A malformed part of the base is read as if it were absent, and named in an entry of its own.
`;
}
