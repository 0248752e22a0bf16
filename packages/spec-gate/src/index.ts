/**
 * The spec gate as a library: `diff` compares two OpenAPI descriptions, `formatReport` formats the verdict.
 *
 * @packageDocumentation
 */

export type { Acceptance } from "./decide/acceptances.ts";
export { type GatePolicy, readPolicy } from "./decide/policy-file.ts";
export { type DiffOptions, diff } from "./diff.ts";
export { type ApiDocument, readApiDocument } from "./document/api-document.ts";
export { formatReport, type ReportFormat } from "./report/report.ts";
export type { Report } from "./report/report-data.ts";
export { SpecGateError } from "./spec-gate-error.ts";
