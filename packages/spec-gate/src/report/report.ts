import { changelogReport } from "./changelog.ts";
import { githubActionsReport } from "./github-actions.ts";
import { junitReport } from "./junit.ts";
import { markdownReport } from "./markdown.ts";
import type { Report } from "./report-data.ts";
import { sarifReport } from "./sarif.ts";
import { textReport } from "./text.ts";
import { visibleReport } from "./visible.ts";
import { withoutCommands } from "./workflow-command.ts";

/** Joins the reports of several descriptions, each under its name, and ends with those that did not pass. */
function joined(format: (report: Report) => string, heading: (name: string) => string) {
  return (reports: readonly Report[]) => {
    if (reports.length === 1) return reports.map(format).join("");
    const parts = reports.map(
      (report) => `${withoutCommands(heading(report.revision))}\n\n${format(report)}`,
    );
    const held = reports
      .filter(({ exitCode = 0, baseline }) => exitCode > 0 || baseline !== undefined)
      .map(({ revision }) => revision);
    const names = held.length > 0 ? withoutCommands(` Not passed: ${held.join(", ")}.`) : "";
    return `${parts.join("\n")}\n${reports.length - held.length} of ${reports.length} descriptions passed.${names}\n`;
  };
}

/** The version of the JSON Schema that a JSON report fits, `dist/schemas/report-1.json`. */
export const schemaVersion = 1;

const formats = {
  text: joined(textReport, (name) => `=== ${name} ===`),
  json: (reports: readonly Report[]) => {
    const [report] = reports;
    const value = reports.length === 1 ? report : { exitCode: exitCodeOf(reports), reports };
    return `${JSON.stringify({ schemaVersion, ...value }, null, 2)}\n`;
  },
  markdown: markdownReport,
  changelog: changelogReport,
  "github-actions": joined(githubActionsReport, (name) => `Spec gate: ${name}`),
  sarif: sarifReport,
  junit: junitReport,
} satisfies Readonly<Record<string, (reports: readonly Report[]) => string>>;

/** A supported report format. */
export type ReportFormat = keyof typeof formats;

/** The names of all report formats. */
export const reportFormats = Object.keys(formats) as ReportFormat[];

/** Whether a report format has this name. */
export function isReportFormat(name: string): name is ReportFormat {
  return Object.hasOwn(formats, name);
}

/** Formats the report of one description, or of several in one. */
export function formatReport(report: Report | readonly Report[], format: ReportFormat): string {
  const reports: readonly Report[] = Array.isArray(report) ? report : [report];
  // JSON has escapes of its own, and its readers want the texts as they are.
  return formats[format](format === "json" ? reports : reports.map(visibleReport));
}

/** The exit code for several descriptions: 2 if one has no verdict, otherwise 1 if one fails. */
export function exitCodeOf(reports: readonly Report[]): 0 | 1 | 2 {
  const codes = reports.map(({ exitCode = 0 }) => exitCode);
  return codes.includes(2) ? 2 : codes.includes(1) ? 1 : 0;
}
