import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { TurboTask } from "../turbo.ts";

/** How many checks passed and failed. */
export interface Tally {
  passed: number;
  failed: number;
}

/**
 * Counts one task. A task that writes reports (`reports/*.json` with `numPassedTests` and `numFailedTests`) counts with
 * its tests; any other task is one check. A task that failed counts at least one failure.
 *
 * @param task the task, as turbo reports it
 * @param reports the parsed reports of its package; only a `test` task has any
 */
export function tallyTask(task: TurboTask, reports: readonly unknown[]): Tally {
  const isTest = task.taskId.endsWith("#test");
  const hasFailed = task.exitCode !== 0;
  if (!isTest) return { passed: hasFailed ? 0 : 1, failed: hasFailed ? 1 : 0 };
  const counts = reports.filter(isReport);
  const passed = counts.reduce((sum, { numPassedTests }) => sum + numPassedTests, 0);
  const failed = counts.reduce((sum, { numFailedTests }) => sum + numFailedTests, 0);
  const ranNothing = passed + failed === 0;
  return { passed, failed: Math.max(failed, hasFailed || ranNothing ? 1 : 0) };
}

/** The parsed JSON reports of a package; none where it has written none. */
export async function readReports(packageFolder: string): Promise<unknown[]> {
  const folder = join(packageFolder, "reports");
  const names = await readdir(folder).catch(() => []);
  const texts = names
    .filter((name) => name.endsWith(".json"))
    .map((name) => readFile(join(folder, name), "utf8"));
  return (await Promise.all(texts)).map((text) => JSON.parse(text) as unknown);
}

function isReport(value: unknown): value is { numPassedTests: number; numFailedTests: number } {
  const report = value as { numPassedTests?: unknown; numFailedTests?: unknown } | null;
  return typeof report?.numPassedTests === "number" && typeof report.numFailedTests === "number";
}
