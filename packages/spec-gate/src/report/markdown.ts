import { relative, resolve } from "node:path";
import { isBlocking } from "../rules/rule.ts";
import { byFindings, type Entry, type Model } from "./model.ts";

/** Formats the report for a pull request comment. */
export function markdownReport(models: readonly Model[]): string {
  if (models.length === 1) return `${models.flatMap(changesMarkdown).join("\n")}\n`;
  const { found, rest } = byFindings(models);
  const blocks = found.map((model) => [`# ${code(model.report.revision)}`, "", ...changesMarkdown(model)]);
  const others = rest === undefined ? [] : [escaped(rest)];
  return `${[...blocks.map((lines) => lines.join("\n")), ...others].join("\n\n")}\n`;
}

const sections: readonly [title: string, isIn: (entry: Entry) => boolean][] = [
  ["Breaking", ({ isBlocking, change }) => isBlocking && change.impact === "major"],
  ["Not judged", ({ isBlocking, change }) => isBlocking && change.impact !== "major"],
  ["Accepted", ({ change }) => change.accepted !== undefined],
  ["Deprecated", isDeprecation],
  ["Lowered by the policy", isLowered],
  ["Added", (entry) => entry.change.impact === "minor" && !isDeprecation(entry) && !isLowered(entry)],
  ["Text only", ({ isTextOnly }) => isTextOnly],
];

/** Whether the change marks something as deprecated, or no longer does. */
export function isDeprecation({ change: { rule, impact } }: Entry): boolean {
  return impact === "minor" && rule.startsWith("deprecation-");
}

/** Whether the policy lowers a breaking change to a minor one. */
export function isLowered({ change: { impact, defaultImpact } }: Entry): boolean {
  return impact === "minor" && defaultImpact !== undefined && isBlocking(defaultImpact);
}

function changesMarkdown({ headline, version, wayOut, entries, remarks }: Model): string[] {
  const sentences = [version, wayOut].filter((line) => line !== undefined);
  const lines = ["## API changes", "", `**${escaped(headline)}**`];
  lines.push(...sentences.flatMap((line) => ["", escaped(line)]));
  for (const [title, isIn] of sections) {
    const own = entries.filter(isIn);
    if (own.length === 0) continue;
    const shown = title === "Text only" ? own.slice(0, 5) : own;
    lines.push("", `### ${title}`, "", ...shown.map(item));
    if (shown.length < own.length) lines.push(`- and ${own.length - shown.length} more`);
  }
  const problems = remarks.filter(({ id }) => id === "acceptance").map(({ text }) => `- ${escaped(text)}`);
  return problems.length > 0 ? [...lines, "", "### Unused and expired acceptances", "", ...problems] : lines;
}

function item({ change, where, what, advice, evidence, witness, isTextOnly }: Entry): string {
  const source = isTextOnly ? "" : ` ${code(change.rule)}${placeOf(change)}`;
  const line = `- ${code(where)}: ${escaped(what)}${advice ? ` (${escaped(advice)})` : ""}.${source}`;
  if (evidence === undefined) return line;
  const block = witness === undefined ? [] : ["", ...fenced(witness), ""].map((each) => each && `  ${each}`);
  const more = ` ${escaped(evidence.replace(/^./, (first) => first.toUpperCase()))}.`;
  return [`${line}${more}`, ...block].join("\n");
}

function placeOf({ location }: Entry["change"]): string {
  if (!location) return "";
  const file = relative(process.cwd(), resolve(location.file));
  return ` at ${code(`${file}:${location.line}`)}${location.side === "base" ? " of the base" : ""}`;
}

/** Wraps text in a fence longer than any run of backticks in it. */
function fenced(text: string): string[] {
  const longest = Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1));
  const fence = "`".repeat(longest);
  return [`${fence}text`, text, fence];
}

/** Marks the text as code, with more backticks than it has in a row. */
export function code(text: string): string {
  const ticks = "`".repeat(Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length)) + 1);
  // A backtick at an end must not touch the ticks. Of a text with spaces at both ends, Markdown removes one at each.
  const space = /^`|`$|^ (?=.*[^ ]).* $/.test(text) ? " " : "";
  return text === "" ? "" : `${ticks}${space}${text}${space}${ticks}`;
}

// What GitHub turns into a link or a mention: addresses of pages and mail, names of people, and numbers of issues.
const linked = /@\w|:\/\/|www\.|#\d|GH-\d/i;

/** Escapes what Markdown or GitHub would read as formatting, a link or a mention; text in backticks stays code. */
export function escaped(text: string): string {
  const parts = text.split(/(`[^`]+`|\s+)/).map((part) => {
    if (/^`[^`]+`$/.test(part)) return code(part.slice(1, -1));
    return linked.test(part) ? code(part) : part.replaceAll(/[\\`*_~<>|[\]#&$!]/g, "\\$&");
  });
  // Two codes without a space between them would be one, and a text must not begin a list or underline a heading.
  return parts
    .filter((part) => part !== "")
    .map((part, at, all) => (part.startsWith("`") && all[at - 1]?.endsWith("`") ? ` ${part}` : part))
    .join("")
    .replace(/^(?:[-+=]|\d+[.)](?=\s|$))/, (start) => `${start.slice(0, -1)}\\${start.at(-1)}`);
}
