import { relative } from "node:path";
import type { Change } from "../compare/change.ts";
import type { DiffReport } from "../diff.ts";
import { headline, sidesText, versionLine, whereText, whoText } from "./headline.ts";

/** The report as workflow commands, which GitHub shows beside the lines of a pull request. */
export function githubActionsReport(report: DiffReport): string {
  const lines = report.changes.filter((change) => change.impact !== "patch").map(annotation);
  const version = versionLine(report);
  if (version && !report.version?.isEnough) lines.push(`::error title=info.version::${data(version)}`);
  return `${[...lines, headline(report)].join("\n")}\n`;
}

/** The change as one annotation: an error where it breaks, a notice where it adds. */
function annotation(change: Change): string {
  const { location, impact, message, instead, rule } = change;
  const sides = sidesText(change);
  const advice = impact === "major" ? `\n${whoText(change)}; instead: ${instead}` : "";
  const text = `${whereText(change)}: ${message}${sides ? `: ${sides}` : ""}${advice}`;
  const place = location
    ? [
        `file=${property(relative(process.cwd(), location.file))}`,
        `line=${location.line}`,
        `col=${location.column}`,
      ]
    : [];
  const properties = [...place, `title=${property(rule)}`].join(",");
  return `::${impact === "major" ? "error" : "notice"} ${properties}::${data(text)}`;
}

function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
