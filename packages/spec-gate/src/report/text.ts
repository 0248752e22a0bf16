import { relative, resolve } from "node:path";
import { evidenceText, witnessText } from "./evidence-text.ts";
import {
  acceptanceProblems,
  adviceText,
  headline,
  impactText,
  versionLine,
  wayOutText,
  whatText,
  whereText,
} from "./headline.ts";
import type { Report, ReportedChange } from "./report-data.ts";
import { withoutCommands } from "./workflow-command.ts";

/** Formats the report for a terminal. */
export function textReport(report: Report): string {
  const lines = [`${report.base} → ${report.revision}`, ""];
  const texts = report.changes.filter((change) => change.impact === "patch");
  for (const change of report.changes.filter((each) => each.impact !== "patch"))
    lines.push(...entry(change, report), "");
  if (texts.length > 0) lines.push(...textsOnly(texts), "");
  for (const { text } of acceptanceProblems(report)) lines.push(text, "");
  lines.push(headline(report));
  const version = versionLine(report);
  const wayOut = wayOutText(report);
  lines.push(...[version, wayOut].filter((line) => line !== undefined));
  return withoutCommands(`${lines.join("\n")}\n`);
}

function entry(change: ReportedChange, report: Report): string[] {
  const word = impactText(change);
  const indent = " ".repeat(Math.max(7, word.length + 2));
  const advice = adviceText(change);
  return [
    `${word.padEnd(indent.length)}${whereText(change)}`,
    `${indent}${whatText(change)}`,
    ...[advice, evidenceText(change)].flatMap((line) => (line ? [`${indent}${line}`] : [])),
    ...[witnessText(change)].flatMap((line) => (line ? [`${indent}  ${line}`] : [])),
    `${indent}${change.rule}${placeText(change, report)}`,
  ];
}

function placeText(change: ReportedChange, { base }: Report): string {
  const { location } = change;
  if (!location) return "";
  const file = relative(process.cwd(), resolve(location.file));
  return ` at ${location.side === "base" ? `${base}:` : ""}${file}:${location.line}:${location.column}`;
}

/** Text changes are harmless, so a few examples are enough. */
function textsOnly(changes: readonly ReportedChange[]): string[] {
  const shown = changes.slice(0, 5).map(({ place, message }) => `       ${place}: ${message}`);
  const more = changes.length > shown.length ? [`       and ${changes.length - shown.length} more`] : [];
  return [
    `patch  ${changes.length} ${changes.length === 1 ? "harmless change" : "harmless changes"}`,
    ...shown,
    ...more,
  ];
}
