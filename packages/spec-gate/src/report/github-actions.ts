import { relative, resolve } from "node:path";
import { isBlocking } from "../decide/settle.ts";
import {
  acceptanceProblems,
  adviceText,
  failureLevel,
  headline,
  versionLine,
  wayOutText,
  whatText,
  whereText,
} from "./headline.ts";
import type { Report, ReportedChange } from "./report-data.ts";
import { annotation, withoutCommands } from "./workflow-command.ts";

/**
 * Formats the report as workflow commands, which GitHub shows next to the lines of a pull request. The worst come
 * first, because GitHub shows ten per level.
 */
export function githubActionsReport(report: Report): string {
  const changes = report.changes.filter((change) => change.impact !== "patch");
  const failure = failureLevel(report);
  const blocking = changes.filter(isBlocking);
  const others = changes.filter((change) => !isBlocking(change));
  const lines = [...blocking, ...others].map((change) => changeAnnotation(change, report));
  for (const { text, isFailing } of acceptanceProblems(report))
    lines.unshift(annotation(isFailing ? failure : "warning", { title: "Acceptances" }, text));
  if (report.notice) lines.unshift(annotation("warning", { title: "Spec gate" }, report.notice));
  const version = versionLine(report);
  if (version && !report.version?.isEnough) {
    lines.unshift(annotation(failure, { title: "info.version" }, version));
  }
  if (report.error !== undefined)
    lines.unshift(annotation(failure, { title: "Spec gate" }, headline(report)));
  const wayOut = wayOutText(report);
  const last = [headline(report), ...(wayOut === undefined ? [] : [wayOut])];
  lines.push(...last.map(withoutCommands));
  return `${lines.join("\n")}\n`;
}

/** Formats a change as an annotation: an error if it breaks, a warning if that is accepted, a notice if it adds. */
function changeAnnotation(change: ReportedChange, report: Report): string {
  const { rule, accepted, location } = change;
  const advice = adviceText(change);
  const text = `${whereText(change)}: ${whatText(change)}${advice ? `\n${advice}` : ""}`;
  const level = isBlocking(change) ? failureLevel(report) : accepted ? "warning" : "notice";
  // Changes that exist only in the base have no line in the pull request.
  if (location?.side === "base")
    return annotation(level, { file: pathOf(report.revision), title: rule }, text);
  const place = location && { file: pathOf(location.file), line: location.line, col: location.column };
  return annotation(level, { ...place, title: rule }, text);
}

function pathOf(file: string): string {
  return relative(process.cwd(), resolve(file));
}
