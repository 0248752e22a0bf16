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

/** A form in which a report can be had. */
export type ReportFormat = keyof typeof formats;

/** The names of all forms. */
export const reportFormats = Object.keys(formats) as ReportFormat[];

/** Whether there is a form of this name. */
export function isReportFormat(name: string): name is ReportFormat {
  return Object.hasOwn(formats, name);
}

/** Writes the report in the given form. */
export function formatReport(report: Report, format: ReportFormat): string {
  return formats[format](report);
}
