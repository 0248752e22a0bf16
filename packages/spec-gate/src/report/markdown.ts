import type { Change } from "../compare/change.ts";
import type { DiffReport } from "../diff.ts";
import { headline, sidesText, versionLine, whereText, whoText } from "./headline.ts";

/** The report for a pull request's comment or a changelog. */
export function markdownReport(report: DiffReport): string {
  const version = versionLine(report);
  const lines = ["## API changes", "", `**${headline(report)}**`, ...(version ? ["", version] : [])];
  for (const [title, impact] of sections) {
    const changes = report.changes.filter((change) => change.impact === impact);
    if (changes.length === 0) continue;
    const shown = impact === "patch" ? changes.slice(0, 5) : changes;
    lines.push("", `### ${title}`, "", ...shown.map(entry));
    if (shown.length < changes.length) lines.push(`- and ${changes.length - shown.length} more`);
  }
  return `${lines.join("\n")}\n`;
}

const sections = [
  ["Breaking", "major"],
  ["Added", "minor"],
  ["Text only", "patch"],
] as const;

function entry(change: Change): string {
  const sides = sidesText(change);
  const what = `${escaped(change.message)}${sides ? `: ${escaped(sides)}` : ""}`;
  const advice = change.impact === "major" ? ` (${whoText(change)}). Instead: ${change.instead}.` : "";
  return `- \`${whereText(change).replaceAll("`", "'")}\`: ${what}${advice}`;
}

function escaped(text: string): string {
  return text.replaceAll(/[\\*_<>|[\]]/g, "\\$&").replaceAll("\n", " ");
}
