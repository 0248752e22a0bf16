import { changelogReport } from "./changelog.ts";
import { githubActionsReport } from "./github-actions.ts";
import { junitReport } from "./junit.ts";
import { markdownReport } from "./markdown.ts";
import { byFindings, type Model, modelOf } from "./model.ts";
import type { Report } from "./report-data.ts";
import { sarifReport } from "./sarif.ts";
import { textReport } from "./text.ts";
import { visibleReport } from "./visible.ts";
import { withoutCommands } from "./workflow-command.ts";

/** Joins the reports of several descriptions, each under its name, and ends with those that did not pass. */
function joined(format: (model: Model) => string, heading: (name: string) => string) {
  return (models: readonly Model[]) => {
    if (models.length === 1) return models.map(format).join("");
    const { found, rest } = byFindings(models);
    const parts = found.map(
      (model) => `${withoutCommands(heading(model.report.revision))}\n\n${format(model)}`,
    );
    const reports = models.map(({ report }) => report);
    // What a baseline lets pass has not passed by itself.
    const held = reports.filter(({ exitCode = 0, baseline }) => exitCode > 0 || baseline !== undefined);
    const names = held.map(({ revision }) => revision).join(", ");
    const last = names === "" ? "" : withoutCommands(` Not passed: ${names}.`);
    const others = rest === undefined ? "" : `${withoutCommands(rest)}\n`;
    const passed = `${models.length - held.length} of ${models.length} descriptions passed.`;
    return `${parts.map((part) => `${part}\n`).join("")}${others}${passed}${last}\n`;
  };
}

/** The version of the JSON report, which rises with a change that could break a program that reads it. */
const schemaVersion = 1;

const formats = {
  text: joined(textReport, (name) => `=== ${name} ===`),
  json: jsonReport,
  markdown: markdownReport,
  changelog: changelogReport,
  "github-actions": joined(githubActionsReport, (name) => `Spec gate: ${name}`),
  sarif: sarifReport,
  junit: junitReport,
} as const;

function jsonReport(models: readonly Model[]): string {
  const reports = models.map(({ report }) => report);
  const [report] = reports;
  const value = reports.length === 1 ? report : { exitCode: exitCodeOf(reports), reports };
  return `${JSON.stringify({ schemaVersion, ...value }, null, 2)}\n`;
}

/** A supported report format. */
export type ReportFormat = keyof typeof formats;

/** The names of all report formats. */
export const reportFormats = Object.keys(formats) as ReportFormat[];

/** Formats the report of one description, or of several in one. */
export function formatReport(report: Report | readonly Report[], format: ReportFormat): string {
  const reports: readonly Report[] = Array.isArray(report) ? report : [report];
  // JSON has escapes of its own, and its readers want the texts as they are.
  const shown = format === "json" ? reports : reports.map(visibleReport);
  return formats[format](shown.map(modelOf));
}

/** The exit code for several descriptions: 2 if one has no verdict, otherwise 1 if one fails. */
export function exitCodeOf(reports: readonly Report[]): 0 | 1 | 2 {
  const codes = reports.map(({ exitCode = 0 }) => exitCode);
  return codes.includes(2) ? 2 : codes.includes(1) ? 1 : 0;
}
