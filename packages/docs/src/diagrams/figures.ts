import { readFileSync } from "node:fs";
import type { BarChart } from "./drawing.ts";

/** What was measured, from the places where the results are recorded. */
export function figures(): BarChart[] {
  return [size(), overhead(), misses(), outages()];
}

function size(): BarChart {
  const limits = json("client/.size-limit.json") as { name: string; limit?: string }[];
  const bars = limits.flatMap(({ name, limit = "" }) => {
    const bytes = Number.parseInt(limit, 10);
    return limit === "" ? [] : [{ label: name, size: bytes, value: `${(bytes / 1_000).toFixed(1)} kB` }];
  });
  return chart("The client in a program with one GET, minified and gzipped, at most", bars);
}

function overhead(): BarChart {
  const found = recorded(
    "client/README.md",
    /(\S+) on an Intel Xeon.*?gave (\S+) for openapi-fetch, (\S+) for Redocly's generated client and (\S+) for ofetch/,
  );
  const labels = ["@compute-host/client", "openapi-fetch", "Redocly's generated client", "ofetch"];
  const bars = labels.map((label, index) => ({
    label,
    size: Number(found[index]),
    value: `${found[index]} times`,
  }));
  return chart("The time of a call, beside a bare fetch", bars);
}

function misses(): BarChart {
  const matrix = Object.values(
    json("contract-tests/src/report/matrix.gen.json") as Record<string, MatrixRow>,
  );
  const bugs = new Map(matrix.flatMap(({ bugs = {} }) => Object.entries(bugs)));
  const found = [...bugs.values()].filter((noticed) => noticed !== null).length;
  const bars = [
    { label: "found by the contract suite", size: found, value: String(found) },
    { label: "missed", size: bugs.size - found, value: String(bugs.size - found) },
  ];
  return chart("Bugs planted in an implementation", bars);
}

interface MatrixRow {
  readonly bugs?: Readonly<Record<string, string | null>>;
}

/** A row of the operator's manual for each; they say that nothing was lost. */
function outages(): BarChart {
  const rows = [
    ["a node is killed", /each node in its writes *\| nothing *\|.*? within (\S+) s/],
    ["PostgreSQL is killed, and starts again", /PostgreSQL in writes [^|]*\| nothing *\|.*? within (\S+) s/],
    ["a synchronous standby is promoted", /standby promoted *\| nothing *\|.*? within (\S+) s/],
    ["an upgrade and a rollback, under load", /a rollback, under load *\| nothing *\|.*? (\S+) s/],
  ] as const;
  const bars = rows.map(([label, pattern]) => {
    const [seconds = ""] = recorded("server/docs/durability.md", pattern);
    return { label, size: Number(seconds), value: `${seconds} s` };
  });
  return chart("Until the next acknowledged write, of which none was lost", bars);
}

function chart(title: string, bars: BarChart["bars"]): BarChart {
  return { title, bars, says: bars.map(({ label, value }) => `${label}: ${value}.`) };
}

/** The groups of a pattern in a file, whose lines count as one. */
function recorded(file: string, pattern: RegExp): string[] {
  const found = pattern.exec(read(file).replaceAll("\n", " "));
  if (found === null) throw new Error(`packages/${file} does not have the figure ${pattern.source}.`);
  return found.slice(1);
}

function json(file: string): unknown {
  return JSON.parse(read(file));
}

function read(file: string): string {
  return readFileSync(new URL(`../../../${file}`, import.meta.url), "utf8");
}
