/**
 * The gate on spec changes in code: `diff` judges two OpenAPI descriptions, `formatReport` tells of it.
 *
 * @packageDocumentation
 */
export { CannotJudge } from "./cannot-judge.ts";
export { checkVersion, type VersionCheck } from "./check-version.ts";
export type { Change, Verdict } from "./compare/change.ts";
export { judge } from "./compare/judge.ts";
export type { Audience, Impact, Rule } from "./compare/rule.ts";
export { type RuleId, rules as RULES } from "./compare/rules.ts";
export { type DiffOptions, type DiffReport, diff } from "./diff.ts";
export { type ApiDocument, linkApiDocument, readApiDocument } from "./document/api-document.ts";
export { formatReport, type ReportFormat, reportFormats as REPORT_FORMATS } from "./report/report.ts";
