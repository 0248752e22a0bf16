import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { TurboTask } from "../turbo.ts";

/** The numbers of passed and failed checks. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
}

/** A task with its tally. */
export interface TaskTally {
  readonly task: TurboTask;
  readonly tally: Tally;
  /** The names of its tests that this machine skipped. */
  readonly skipped: readonly string[];
}

/** The package folder with the reports of each test task. */
const reportFolders: Readonly<Record<string, string>> = {
  test: "reports",
  "test:client": "reports/client",
  "test:full": "reports/full",
};

/**
 * Counts a task. A task that writes reports (JSON with `numPassedTests` and `numFailedTests`) counts its tests; any
 * other task counts as one check. A failed task counts at least one failure.
 *
 * @param task the task as reported by turbo
 * @param reports the parsed reports of its package; only test tasks have any
 */
export function tallyTask(task: TurboTask, reports: readonly unknown[]): Tally {
  const hasFailed = task.exitCode !== 0;
  if (findReportFolder(task.taskId) === undefined)
    return { passed: hasFailed ? 0 : 1, failed: hasFailed ? 1 : 0 };
  const counts = reports.filter(isReport);
  const passed = counts.reduce((sum, { numPassedTests }) => sum + numPassedTests, 0);
  const failed = counts.reduce((sum, { numFailedTests }) => sum + numFailedTests, 0);
  const ranNothing = passed + failed === 0;
  return { passed, failed: Math.max(failed, hasFailed || ranNothing ? 1 : 0) };
}

/** Reads the JSON reports of a task in its package; empty for a task without tests. */
export async function readReports(packageFolder: string, taskId: string): Promise<unknown[]> {
  const reportFolder = findReportFolder(taskId);
  if (reportFolder === undefined) return [];
  const folder = join(packageFolder, reportFolder);
  const names = await readdir(folder).catch(() => []);
  const texts = names
    .filter((name) => name.endsWith(".json"))
    .map((name) => readFile(join(folder, name), "utf8"));
  return (await Promise.all(texts)).map((text) => JSON.parse(text) as unknown);
}

/** What a CI job may lack, in the words of test names: its user may not mount file systems or attach to a process. */
const mayLack = /\(needs (?:root|a mount|ptrace)\)/;

/** The skipped tests that a CI job must run: `.ci/run` or the lock file can install what they need. */
export function wronglySkipped(skipped: readonly string[]): string[] {
  return skipped.filter((name) => !mayLack.test(name));
}

/** Lists the skipped tests in the reports of a task. */
export function skippedTests(reports: readonly unknown[]): string[] {
  return reports
    .filter(isReport)
    .flatMap(({ testResults = [] }) => testResults.flatMap(({ assertionResults }) => assertionResults))
    .filter(({ status }) => ["skipped", "pending", "todo"].includes(status))
    .map(({ fullName }) => fullName);
}

/** Formats the table of a run: a line for each task, failed ones first, and the tests that did not run. */
export function formatRows(rows: readonly TaskTally[]): string {
  const sorted = rows.toSorted(
    (a, b) =>
      Number(b.tally.failed > 0) - Number(a.tally.failed > 0) || a.task.taskId.localeCompare(b.task.taskId),
  );
  return [
    formatCells("", "passed", "failed", ""),
    ...sorted.map(formatRow),
    ...sorted.flatMap(({ task, skipped }) => skipped.map((name) => `NOT RUN  ${task.taskId}: ${name}`)),
  ].join("\n");
}

function formatRow({ task, tally: { passed, failed } }: TaskTally): string {
  const ran = task.exitCode === undefined ? "did not run" : failed > 0 ? "FAILED" : "ok";
  return formatCells(task.taskId, passed, failed, task.isCached ? `${ran}, cached` : ran);
}

function formatCells(name: string, passed: string | number, failed: string | number, state: string): string {
  const cells = [name.padEnd(44), String(passed).padStart(6), String(failed).padStart(6), state];
  return cells.join("  ").trimEnd();
}

function findReportFolder(taskId: string): string | undefined {
  return reportFolders[taskId.split("#")[1] ?? ""];
}

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults?: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

function isReport(value: unknown): value is Report {
  const report = value as { numPassedTests?: unknown; numFailedTests?: unknown } | null;
  return typeof report?.numPassedTests === "number" && typeof report.numFailedTests === "number";
}
