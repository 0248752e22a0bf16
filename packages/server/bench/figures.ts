import { count } from "./contenders.ts";
import { type Measured, median, ratioOfCpu, ratioOfThroughput } from "./measure.ts";
import type { Figure } from "./report.ts";

/** The loads that are held against another one: the least ratio of their throughputs. */
const leastRatios: readonly (readonly [name: string, base: string, least: number])[] = [
  ["GET, API key", "GET, bare", 0.5],
  ["GET, JWT", "GET, bare", 0.48],
  ["List of 100, uncached", "List of 100, bare", 0.25],
  ["List of 100, remembered", "List of 100, bare", 0.6],
  ["PATCH", "PATCH, bare", 0.27],
  ["GET, API key", "GET, Prism", 20],
  ["GET, PostgreSQL", "GET, bare", 0.4],
  ["List of 100, PostgreSQL", "List of 100, bare", 0.15],
  ["PATCH, PostgreSQL", "PATCH, a transaction each", 2.5],
];

/** Loads whose CPU time per request is compared with another load's, with the highest ratio allowed. */
const mostCpuRatios: readonly (readonly [name: string, base: string, most: number])[] = [
  ["GET, PostgreSQL, two nodes", "GET, PostgreSQL", 1.1],
  ["PATCH, PostgreSQL, two nodes", "PATCH, PostgreSQL", 1.1],
];

function isMeasured(measured: Measured, [name, base]: readonly [string, string, ...unknown[]]): boolean {
  return measured.has(name) && measured.has(base);
}

/** The ratios of throughput. */
export function throughputFigures(measured: Measured): readonly Figure[] {
  return leastRatios
    .filter((ratio) => isMeasured(measured, ratio))
    .map(([name, base, least]) => {
      const values = ratioOfThroughput(measured, name, base);
      return {
        what: `${name} / ${base}`,
        target: `>= ${least.toFixed(2)}`,
        values,
        value: median(values),
        print: (value) => value.toFixed(2),
        isReached: (value) => value >= least,
      };
    });
}

/** The cost of more than one node. */
export function nodeFigures(measured: Measured): readonly Figure[] {
  return mostCpuRatios
    .filter((ratio) => isMeasured(measured, ratio))
    .map(([name, base, most]) => {
      const values = ratioOfCpu(measured, base, name);
      return {
        what: `${name} / one, CPU time of the nodes`,
        target: `<= ${most.toFixed(2)}`,
        values,
        value: values.length === 0 ? undefined : median(values),
        print: (value) => value.toFixed(2),
        isReached: (value) => value <= most,
      };
    });
}

/** The same by CPU time, which says more where other work shares the cores; it leaves out what waits for the disk. */
export function cpuFigures(measured: Measured): readonly Figure[] {
  return leastRatios
    .filter((ratio) => isMeasured(measured, ratio) && !ratio[1].endsWith(", Prism"))
    .map(([name, base]) => {
      const values = ratioOfCpu(measured, name, base);
      return {
        what: `${name} / ${base}, by CPU time`,
        target: "",
        values,
        value: values.length === 0 ? undefined : median(values),
        print: (value) => value.toFixed(2),
        isReached: () => true,
      };
    });
}

/** How much slower a large database is than a small one. */
export function flatnessFigures(measured: Measured, smallest: number, largest: number): readonly Figure[] {
  const bounds = [
    ["GET", 1.3],
    ["PATCH", 1.7],
  ] as const;
  return bounds.flatMap(([method, most]) => {
    const [small, large] = [`${method}, ${count(smallest)}`, `${method}, ${count(largest)}`] as const;
    if (!isMeasured(measured, [small, large])) return [];
    const values = ratioOfThroughput(measured, small, large);
    return {
      what: `${method}: ${count(smallest)} / ${count(largest)} computers`,
      target: `<= ${most.toFixed(2)}`,
      values,
      value: median(values),
      print: (value) => value.toFixed(2),
      isReached: (value) => value <= most,
    };
  });
}

/** A figure that has a bound from above. */
export function boundedFigure(
  what: string,
  bound: readonly [most: number, unit: string],
  values: readonly number[],
): Figure {
  const [most, unit] = bound;
  return {
    what,
    target: `<= ${most} ${unit}`,
    values,
    value: values.length === 0 ? undefined : median(values),
    print: (value) => `${value.toFixed(0)} ${unit}`,
    isReached: (value) => value <= most,
  };
}

/** A figure that only informs. */
export function unboundedFigure(what: string, unit: string, values: readonly number[]): Figure {
  const bounded = boundedFigure(what, [Number.POSITIVE_INFINITY, unit], values);
  return { ...bounded, target: "" };
}
