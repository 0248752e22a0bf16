import { relative } from "node:path";
import type { Change } from "../compare/change.ts";
import type { DiffReport } from "../diff.ts";
import { headline, sidesText, versionLine, whereText, whoText } from "./headline.ts";

/** The report for people at a terminal. */
export function textReport(report: DiffReport): string {
  const lines = [`${report.base} → ${report.revision}`, ""];
  const texts = report.changes.filter((change) => change.impact === "patch");
  for (const change of report.changes.filter((each) => each.impact !== "patch"))
    lines.push(...entry(change), "");
  if (texts.length > 0) lines.push(...textsOnly(texts), "");
  lines.push(headline(report));
  const version = versionLine(report);
  if (version) lines.push(version);
  return `${lines.join("\n")}\n`;
}

function entry(change: Change): string[] {
  const lines = [`${change.impact.padEnd(5)}  ${whereText(change)}`];
  const sides = sidesText(change);
  lines.push(`       ${change.message}${sides ? `: ${sides}` : ""}`);
  if (change.impact === "major") lines.push(`       ${whoText(change)}; instead: ${change.instead}`);
  const at = change.location;
  lines.push(
    `       ${change.rule}${at ? ` at ${relative(process.cwd(), at.file)}:${at.line}:${at.column}` : ""}`,
  );
  return lines;
}

/** Texts break nobody: a few places are enough. */
function textsOnly(changes: readonly Change[]): string[] {
  const shown = changes.slice(0, 5).map(({ place, message }) => `       ${place}: ${message}`);
  const more = changes.length > shown.length ? [`       and ${changes.length - shown.length} more`] : [];
  return [
    `patch  ${changes.length} ${changes.length === 1 ? "place that breaks" : "places that break"} nobody`,
    ...shown,
    ...more,
  ];
}
