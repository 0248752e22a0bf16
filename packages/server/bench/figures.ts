import { count } from "./contenders.ts";
import { type Measured, median, ratioOfCpu, ratioOfThroughput } from "./measure.ts";
import type { Figure } from "./report.ts";

/** The loads that are held against another one: the least ratio of their throughputs, where there is a target. */
const leastRatios: readonly (readonly [name: string, base: string, least?: number])[] = [
  ["GET, API key", "GET, bare", 0.5],
  ["GET, JWT", "GET, bare", 0.48],
  ["List of 100, uncached", "List of 100, bare", 0.25],
  ["List of 100, remembered", "List of 100, bare", 0.6],
  ["PATCH", "PATCH, bare", 0.27],
  ["GET, API key", "GET, Prism", 20],
];

/** The ratios of throughput; those to a server that was not there are not measured. */
export function throughputFigures(measured: Measured): readonly Figure[] {
  return leastRatios.map(([name, base, least]) => {
    const values = measured.has(base) ? ratioOfThroughput(measured, name, base) : [];
    return {
      what: `${name} / ${base}`,
      target: least === undefined ? "" : `>= ${least.toFixed(2)}`,
      values,
      value: values.length === 0 ? undefined : median(values),
      print: (value) => value.toFixed(2),
      isReached: (value) => least === undefined || value >= least,
    };
  });
}

/** The same by CPU time, which says more where other work shares the cores; it leaves out what waits for the disk. */
export function cpuFigures(measured: Measured): readonly Figure[] {
  return leastRatios
    .filter(([, base]) => base.endsWith(", bare"))
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
  return bounds.map(([method, most]) => {
    const [small, large] = [`${method}, ${count(smallest)}`, `${method}, ${count(largest)}`] as const;
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
