/**
 * The spec gate as a library: `diff` compares two OpenAPI descriptions, `formatReport` formats the verdict.
 *
 * @packageDocumentation
 */

export { checkVersion, type VersionCheck } from "./check-version.ts";
export type { Change, Verdict } from "./compare/change.ts";
export type { Evidence, Witness } from "./compare/evidence.ts";
export { type EvidenceOf, judge } from "./compare/judge.ts";
export type { Audience, Impact, Rule } from "./compare/rule.ts";
export { type RuleId, rules } from "./compare/rules.ts";
export { type DiffOptions, type DiffReport, diff } from "./diff.ts";
export { type ApiDocument, linkApiDocument, readApiDocument } from "./document/api-document.ts";
export { type Acceptance, readAcceptances } from "./policy/acceptances.ts";
export { type GatePolicy, type PolicyImpact, readPolicy } from "./policy/policy-file.ts";
export { formatReport, type ReportFormat, reportFormats } from "./report/report.ts";
export type { Report, ReportedChange } from "./report/report-data.ts";
export { SpecGateError } from "./spec-gate-error.ts";
