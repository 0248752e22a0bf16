import { mkdir, writeFile } from "node:fs/promises";
import type { RunSetting } from "../cases/case-context.ts";
import type { SkippedCase } from "./ledger.ts";

/** What one run against one target came to. */
export interface RunReport {
  target: string;
  /** Cases that ran, whatever their outcome. */
  cases: number;
  /** Answers that were checked. */
  answers: number;
  /** The number of cases by operationId and documented status. */
  casesByOperation: Record<string, Record<string, number>>;
  skipped: SkippedCase[];
}

/** Where every run leaves its report for the reporter. */
export const runReportFolder = new URL("../../reports/contract/", import.meta.url);

/** Sums a run up. */
export function summariseRun(
  { target, ledger, spec }: RunSetting,
  skipped: readonly SkippedCase[],
): RunReport {
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
    cases: new Set(ledger.entries.map((entry) => entry.case)).size,
    answers: ledger.entries.length,
    casesByOperation: Object.fromEntries(casesByOperation),
    skipped: [...skipped],
  };
}

/** Writes the report of one run. */
export async function writeRunReport(setting: RunSetting, skipped: readonly SkippedCase[]): Promise<void> {
  await mkdir(runReportFolder, { recursive: true });
  const report = summariseRun(setting, skipped);
  await writeFile(
    new URL(`${report.target.replaceAll(" ", "-")}.json`, runReportFolder),
    JSON.stringify(report, undefined, 2),
  );
}
