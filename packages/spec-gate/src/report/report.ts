import { githubActionsReport } from "./github-actions.ts";
import { htmlReport } from "./html.ts";
import { junitReport } from "./junit.ts";
import { markdownReport } from "./markdown.ts";
import type { Report } from "./report-data.ts";
import { sarifReport } from "./sarif.ts";
import { textReport } from "./text.ts";

const formats = {
  text: textReport,
  json: (report: Report) => `${JSON.stringify(report, null, 2)}\n`,
  markdown: markdownReport,
  html: htmlReport,
  "github-actions": githubActionsReport,
  sarif: sarifReport,
  junit: junitReport,
} as const;

/** A supported report format. */
export type ReportFormat = keyof typeof formats;

/** The names of all report formats. */
export const reportFormats = Object.keys(formats) as ReportFormat[];

/** Whether a report format has this name. */
export function isReportFormat(name: string): name is ReportFormat {
  return Object.hasOwn(formats, name);
}

/** Formats the report. */
export function formatReport(report: Report, format: ReportFormat): string {
  return formats[format](report);
}
