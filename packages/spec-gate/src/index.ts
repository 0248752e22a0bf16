/**
 * The spec gate as a library: `diff` compares two OpenAPI descriptions, `formatReport` formats the verdict.
 *
 * @packageDocumentation
 */

export { type Acceptance, readAcceptances } from "./decide/acceptances.ts";
export { checkVersion, type VersionCheck } from "./decide/check-version.ts";
export { type GatePolicy, type PolicyImpact, readPolicy } from "./decide/policy-file.ts";
export { type DiffOptions, type DiffReport, diff } from "./diff.ts";
export { type ApiDocument, linkApiDocument, readApiDocument } from "./document/api-document.ts";
export { formatReport, type ReportFormat, reportFormats } from "./report/report.ts";
export type { Report, ReportedChange } from "./report/report-data.ts";
export type { Change, Evidence, Verdict, Witness } from "./rules/changes/change.ts";
export { type EvidenceOf, judge } from "./rules/changes/judge.ts";
export type { Audience, Impact, Rule } from "./rules/rule.ts";
export { type RuleId, rules } from "./rules/rules.ts";
export { SpecGateError } from "./spec-gate-error.ts";
