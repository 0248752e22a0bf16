import { relative, resolve } from "node:path";
import { isBlocking } from "../policy/settle.ts";
import {
  acceptanceProblems,
  adviceText,
  failureLevel,
  headline,
  stepLine,
  versionLine,
  wayOutText,
  whatText,
  whereText,
} from "./headline.ts";
import type { Report, ReportedChange, StepOutcome } from "./report-data.ts";
import { annotation, foldedLog, withoutCommands } from "./workflow-command.ts";

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
  if (version && !report.version?.isEnough && report.impact !== "patch") {
    lines.unshift(annotation(failure, { title: "info.version" }, version));
  }
  for (const { severity, file, line, rule, message } of report.lint ?? []) {
    lines.push(annotation(severity === "error" ? failure : "warning", { file, line, title: rule }, message));
  }
  const steps = report.steps ?? [];
  const failed = steps.filter(({ result }) => result !== "passed");
  lines.unshift(...failed.map((step) => annotation(failure, { title: "Spec gate" }, failureText(step))));
  for (const { name, kind, output } of steps) if (kind === "command") lines.push(...foldedLog(name, output));
  const wayOut = wayOutText(report);
  const last = [headline(report), ...(wayOut === undefined ? [] : [wayOut])];
  lines.push(...[...steps.map(stepLine), ...last].map(withoutCommands));
  return `${lines.join("\n")}\n`;
}

function failureText({ name, result, output }: StepOutcome): string {
  const said = output.split("\n").slice(0, 10).join("\n");
  return `${name} ${result === "failed" ? "failed" : "has no verdict"}${said ? `: ${said}` : ""}`;
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
