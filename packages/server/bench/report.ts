import { type Measured, median } from "./measure.ts";

/** A figure and what it has to reach. */
export interface Figure {
  readonly what: string;
  /** Empty for a figure that only informs. */
  readonly target: string;
  /** `undefined` where it could not be measured. */
  readonly value: number | undefined;
  readonly print: (value: number) => string;
  readonly isReached: (value: number) => boolean;
  /** The single values behind it. */
  readonly values?: readonly number[];
}

/** Prints a table with its columns under one another. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...body.map(line)].join("\n");
}

/** The table of the figures. */
export function formatFigures(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, target, value, print, values = [], ...figure }) => {
    const range = values.length > 1 ? `${print(Math.min(...values))} to ${print(Math.max(...values))}` : "";
    if (value === undefined) return [what, target, "not measured", range, ""];
    return [
      what,
      target,
      print(value),
      range,
      target === "" ? "" : figure.isReached(value) ? "PASS" : "FAIL",
    ];
  });
  return formatTable([["Figure", "Target", "Median", "Range", ""], ...rows]);
}

/** The table of what was measured, behind the figures. */
export function formatRuns(measured: Measured): string {
  const rows = [...measured].map(([name, runs]) => [
    name,
    median(runs.map((run) => run.requestsPerSecond)).toFixed(0),
    cpuText(runs.map((run) => run.cpuPerRequest)),
    cpuText(runs.map((run) => run.databaseCpuPerRequest)),
    median(runs.map((run) => run.latency)).toFixed(2),
  ]);
  return formatTable([["Load", "Requests/s", "CPU us/request", "of PostgreSQL", "p50 ms"], ...rows]);
}

function cpuText(values: readonly (number | undefined)[]): string {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? "" : median(known).toFixed(1);
}
