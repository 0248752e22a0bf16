import { readFileSync } from "node:fs";
import { type BarChart, drawBars, type Picture } from "./drawing.ts";

/** What was measured, from the places where the results are recorded. */
export function figures(): Picture[] {
  return [sizes(), misses(), outages()].map(drawBars);
}

function sizes(): BarChart {
  const limits = JSON.parse(read("client/.size-limit.json")) as { name: string; limit?: string }[];
  const bars = limits.flatMap(({ name, limit }) =>
    limit ? [bar(name, Number.parseInt(limit, 10), " B")] : [],
  );
  return { title: "The client in a program with one GET, minified and gzipped, at most", bars };
}

interface MatrixRow {
  readonly bugs?: Readonly<Record<string, string | null>>;
}

function misses(): BarChart {
  const matrix: Readonly<Record<string, MatrixRow>> = JSON.parse(
    read("contract-tests/src/report/matrix.gen.json"),
  );
  const cases = Object.values(matrix).flatMap(({ bugs = {} }) => Object.values(bugs));
  const missed = cases.filter((noticedBy) => noticedBy === null).length;
  const bars = [bar("found by the contract suite", cases.length - missed), bar("missed", missed)];
  return { title: "Bugs planted in an implementation", bars };
}

/** Each is a row of the operator's manual that says that nothing was lost. */
function outages(): BarChart {
  const faults = [
    ["a node is killed", "each node in its writes"],
    ["PostgreSQL is killed, and starts again", "of PostgreSQL in writes [^|]*"],
    ["a synchronous standby is promoted", "standby promoted"],
    ["an upgrade and a rollback, under load", "a rollback, under load"],
  ] as const;
  const bars = faults.map(([label, row]) => {
    const pattern = new RegExp(`${row} *\\| nothing *\\|[^|]*? (?:within|at most) ([\\d.]+) s`);
    return bar(label, Number(recorded("server/docs/durability.md", pattern)[0]), " s");
  });
  return { title: "Until the next acknowledged write, of which none was lost", bars };
}

function bar(label: string, size: number, unit = ""): BarChart["bars"][number] {
  return { label, size, value: `${size.toLocaleString("en")}${unit}` };
}

/** The groups of a pattern in a file, whose lines count as one. */
function recorded(file: string, pattern: RegExp): string[] {
  const found = pattern.exec(read(file).replaceAll("\n", " "));
  if (found === null) throw new Error(`packages/${file} does not have the figure ${pattern.source}.`);
  return found.slice(1);
}

function read(file: string): string {
  return readFileSync(new URL(`../../../${file}`, import.meta.url), "utf8");
}
