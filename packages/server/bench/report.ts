import { type Figure, isBelowFloor } from "./figures.ts";
import { type Measured, median } from "./measure.ts";

/** Prints a table with its columns under one another. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...body.map(line)].join("\n");
}

/** The table of the figures, and what is in the way of the aims that were not reached. */
export function formatFigures(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const { what, values, floor, aim, byCpu = [], unit } = figure;
    const print = (value: number) => (unit === undefined ? value.toFixed(2) : `${value.toFixed(0)} ${unit}`);
    const bound = (value: number | undefined) =>
      value === undefined ? "" : `${unit === undefined ? ">=" : "<="} ${print(value)}`;
    return [
      what,
      bound(floor),
      bound(aim?.value),
      values.length === 0 ? "not measured" : print(median(values)),
      values.length > 1 ? `${print(Math.min(...values))} to ${print(Math.max(...values))}` : "",
      byCpu.length === 0 ? "" : print(median(byCpu)),
      isBelowFloor(figure) ? "BELOW FLOOR" : reachesAim(figure) ? "aim reached" : "",
    ];
  });
  const inTheWay = figures
    .filter((figure) => figure.aim?.inTheWay !== undefined && !reachesAim(figure))
    .map(({ what, aim }) => `${what}: ${aim?.inTheWay}`);
  const head = ["Figure", "Floor", "Aim", "Median", "Range", "By CPU time", ""];
  return [formatTable([head, ...rows]), "", "What is in the way of the aims:", ...inTheWay].join("\n");
}

function reachesAim({ values, aim, unit }: Figure): boolean {
  if (aim === undefined) return false;
  return unit === undefined ? median(values) >= aim.value : median(values) <= aim.value;
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
