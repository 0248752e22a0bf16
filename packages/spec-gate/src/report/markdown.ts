import { isBlocking } from "../decide/settle.ts";
import { evidenceText, witnessText } from "./evidence-text.ts";
import {
  acceptanceProblems,
  adviceText,
  headline,
  versionLine,
  wayOutText,
  whatText,
  whereText,
} from "./headline.ts";
import type { Report, ReportedChange } from "./report-data.ts";

/** Formats the report for a pull request comment. */
export function markdownReport(reports: readonly Report[]): string {
  const blocks = reports.flatMap((report, index) => {
    const { revision } = report;
    const own = changesMarkdown(report);
    return reports.length === 1 ? own : [...(index > 0 ? [""] : []), `# ${code(revision)}`, "", ...own];
  });
  return `${blocks.join("\n")}\n`;
}

const sections: readonly [title: string, isIn: (change: ReportedChange) => boolean][] = [
  ["Breaking", (change) => isBlocking(change) && change.impact === "major"],
  ["Not judged", (change) => isBlocking(change) && change.impact !== "major"],
  ["Accepted", ({ accepted }) => accepted !== undefined],
  ["Deprecated", isDeprecation],
  ["Added", (change) => change.impact === "minor" && !isDeprecation(change)],
  ["Text only", ({ impact }) => impact === "patch"],
];

/** Whether the change marks something as deprecated, or no longer does. */
export function isDeprecation({ rule, impact }: ReportedChange): boolean {
  return impact === "minor" && rule.startsWith("deprecation-");
}

function changesMarkdown(report: Report): string[] {
  const sentences = [versionLine(report), wayOutText(report)].filter((line) => line !== undefined);
  const lines = [
    "## API changes",
    "",
    `**${escaped(headline(report))}**`,
    ...sentences.flatMap((line) => ["", escaped(line)]),
  ];
  for (const [title, isIn] of sections) {
    const changes = report.changes.filter(isIn);
    if (changes.length === 0) continue;
    const shown = title === "Text only" ? changes.slice(0, 5) : changes;
    lines.push("", `### ${title}`, "", ...shown.map(entry));
    if (shown.length < changes.length) lines.push(`- and ${changes.length - shown.length} more`);
  }
  const problems = acceptanceProblems(report);
  if (problems.length > 0)
    lines.push(
      "",
      "### Acceptances without a change",
      "",
      ...problems.map(({ text }) => `- ${escaped(text)}`),
    );
  return lines;
}

function entry(change: ReportedChange): string {
  const advice = adviceText(change);
  const line = `- ${code(whereText(change))}: ${escaped(whatText(change))}${advice ? ` (${escaped(advice)})` : ""}.`;
  const evidence = evidenceText(change);
  if (evidence === undefined) return line;
  const witness = witnessText(change);
  const block = witness === undefined ? [] : ["", ...fenced(witness), ""].map((each) => each && `  ${each}`);
  const more = ` ${escaped(evidence.replace(/^./, (first) => first.toUpperCase()))}.`;
  return [`${line}${more}`, ...block].join("\n");
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
  const space = /^`|`$|^ (?=.*[^ ]).* $/.test(text) ? " " : "";
  return text === "" ? "" : `${ticks}${space}${text}${space}${ticks}`;
}

// What GitHub makes a link of, or a mention: addresses of pages and mail, names of people, and numbers of issues.
const linked = /@\w|:\/\/|www\.|#\d|GH-\d/i;

/** Escapes what Markdown or GitHub would read as formatting, a link or a mention; text in backticks stays code. */
export function escaped(text: string): string {
  const parts = text.split(/(`[^`]+`|\s+)/).map((part) => {
    if (/^`[^`]+`$/.test(part)) return code(part.slice(1, -1));
    return linked.test(part) ? code(part) : part.replaceAll(/[\\`*_~<>|[\]#&$!]/g, "\\$&");
  });
  // Two codes without a space between them would be one.
  return parts
    .filter((part) => part !== "")
    .map((part, at, all) => (part.startsWith("`") && all[at - 1]?.endsWith("`") ? ` ${part}` : part))
    .join("")
    .replace(/^(?:[-+=]|\d+[.)](?=\s|$))/, (start) => `${start.slice(0, -1)}\\${start.at(-1)}`);
}
