import type { SkippedCase } from "./ledger.ts";
import type { RunReport } from "./run-report.ts";

/**
 * A run as text: a table of cases by operation and status, then how many cases were left out for which reason,
 * and their titles if wanted.
 */
export function formatRun(run: RunReport, { namesSkipped }: { namesSkipped: boolean }): string {
  const heading = `The contract, against the ${run.target}: ${run.cases} cases, ${run.answers} answers checked.`;
  return [
    heading,
    "",
    ...formatTable(run),
    "",
    ...formatChecks(run),
    "",
    ...formatSkipped(run.skipped, namesSkipped),
  ].join("\n");
}

function formatTable({ casesByOperation }: RunReport): string[] {
  const statuses = [
    ...new Set(Object.values(casesByOperation).flatMap((counts) => Object.keys(counts))),
  ].toSorted();
  const rows = Object.entries(casesByOperation).map(([operationId, counts]) => [
    operationId,
    ...statuses.map((status) => String(counts[status] ?? "")),
  ]);
  const table = [["Cases", ...statuses], ...rows];
  const widths = statuses.map((_, column) => Math.max(...table.map((row) => row[column + 1]?.length ?? 0)));
  const firstWidth = Math.max(...table.map(([first = ""]) => first.length));
  return table.map(([first = "", ...cells]) =>
    ["", first.padEnd(firstWidth), ...cells.map((cell, column) => cell.padStart(widths[column] ?? 0))].join(
      "  ",
    ),
  );
}

function formatChecks({ casesByCheck }: RunReport): string[] {
  const width = Math.max(...Object.keys(casesByCheck).map((check) => check.length));
  const counts = Object.entries(casesByCheck).map(([check, count]) => [check, String(count)] as const);
  return [["Checks", "cases"] as const, ...counts].map(
    ([check, count]) => `  ${check.padEnd(width)}  ${count.padStart("cases".length)}`,
  );
}

/** How many titles are printed for one reason; the file has them all. */
const maxTitles = 12;

function formatSkipped(skipped: readonly SkippedCase[], namesSkipped: boolean): string[] {
  if (skipped.length === 0) return ["Nothing was left out."];
  const byReason = Map.groupBy(skipped, ({ reason }) => reason);
  return [
    `Left out: ${skipped.length} cases.`,
    ...[...byReason].flatMap(([reason, cases]) => [
      `  ${reason}: ${cases.length}`,
      ...(namesSkipped ? formatTitles(cases) : []),
    ]),
  ];
}

function formatTitles(cases: readonly SkippedCase[]): string[] {
  const titles = cases.slice(0, maxTitles).map(({ title }) => `    - ${title}`);
  const more = cases.length - titles.length;
  return more > 0 ? [...titles, `    and ${more} more, in reports/contract.json`] : titles;
}
