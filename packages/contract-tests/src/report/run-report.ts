import { mkdir, writeFile } from "node:fs/promises";
import type { RunSetting } from "../cases/case-context.ts";
import type { ContractCase } from "../cases/contract-case.ts";
import type { Plan } from "../cases/plan.ts";
import { type CheckName, checkNames } from "../conformance/check-names.ts";
import { responseCheckNeeds, responseChecks } from "../conformance/response-checks.ts";
import type { Lacks } from "../targets/capabilities.ts";
import type { SkippedCase } from "./ledger.ts";

/** What one run against one target came to. */
export interface RunReport {
  readonly target: string;
  /** Cases that ran, whatever their outcome. */
  readonly cases: number;
  /** Answers that were checked. */
  readonly answers: number;
  /** The number of cases by operationId and documented status. */
  readonly casesByOperation: Record<string, Record<string, number>>;
  /** The number of cases that make each check; those on every answer are made by all of them. */
  readonly casesByCheck: Record<string, number>;
  readonly skipped: SkippedCase[];
}

/** Where every run leaves its report for the reporter. */
export const runReportFolder = new URL("../../reports/contract/", import.meta.url);

/** Sums a run up. */
export function summariseRun({ target, ledger, spec }: RunSetting, { runnable, skipped }: Plan): RunReport {
  const casesByOperation = spec.operations.map(({ operationId, responses }) => {
    const counts = responses.map(({ status }) => {
      const entries = ledger.entries.filter(
        (entry) => entry.operationId === operationId && entry.status === status,
      );
      return [status, new Set(entries.map((entry) => entry.case)).size] as const;
    });
    return [operationId, Object.fromEntries(counts)] as const;
  });
  return {
    target: target.name,
    cases: runnable.length,
    answers: ledger.entries.length,
    casesByOperation: Object.fromEntries(casesByOperation),
    casesByCheck: Object.fromEntries(
      checkNames.map((check) => [check, countCases(runnable, check, target.lacks)]),
    ),
    skipped,
  };
}

function countCases(cases: readonly ContractCase[], check: CheckName, lacks: Lacks): number {
  const need = responseCheckNeeds[check];
  if (need !== undefined && lacks[need] !== undefined) return 0;
  return cases.filter(({ checks }) => check in responseChecks || checks.includes(check)).length;
}

/** Writes the report of one run. */
export async function writeRunReport(setting: RunSetting, plan: Plan): Promise<void> {
  await mkdir(runReportFolder, { recursive: true });
  const report = summariseRun(setting, plan);
  await writeFile(
    new URL(`${report.target.replaceAll(" ", "-")}.json`, runReportFolder),
    JSON.stringify(report, undefined, 2),
  );
}
