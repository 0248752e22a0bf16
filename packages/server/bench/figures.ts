import { count } from "./contenders.ts";
import { type Measured, median, ratioOfCpu, ratioOfThroughput } from "./measure.ts";

/** Something measured, with what it has to reach. */
export interface Figure {
  readonly what: string;
  /** The single values, of which the median counts. */
  readonly values: readonly number[];
  /** Of a size or a time, which has to be small; a ratio, which has to be large, has none. */
  readonly unit?: "MB" | "ms";
  /** What a quiet run holds: a fifth less than the lowest of the recorded runs, since single rounds vary by up to a third. */
  readonly floor?: number;
  readonly aim?: Aim;
  /** The same ratio by the CPU time of the servers, which other work on the cores disturbs less. */
  readonly byCpu?: readonly number[];
}

/** What a figure should reach, and what is in the way; nothing where recorded runs reach it. */
export interface Aim {
  readonly value: number;
  readonly inTheWay?: string;
}

/** A load whose rate is divided by that of another one. */
interface Ratio extends Pick<Figure, "floor" | "aim"> {
  readonly load: string;
  readonly base: string;
  /** By the CPU time of the servers alone. */
  readonly isOfCpu?: true;
}

const ratios: readonly Ratio[] = [
  { load: "GET, API key", base: "GET, bare", floor: 0.45, aim: { value: 0.5 } },
  { load: "GET, JWT", base: "GET, bare", floor: 0.43, aim: { value: 0.48 } },
  {
    load: "List of 100, uncached",
    base: "List of 100, bare",
    floor: 0.16,
    aim: {
      value: 0.25,
      inTheWay: "SQLite takes half of the CPU time, to find and read 100 rows that lie apart",
    },
  },
  { load: "List of 100, remembered", base: "List of 100, bare", floor: 0.6, aim: { value: 0.8 } },
  {
    load: "PATCH",
    base: "PATCH, bare",
    floor: 0.18,
    aim: {
      value: 0.27,
      inTheWay:
        "storage takes a third of the CPU time; the log line, authentication and validation most of the rest",
    },
  },
  {
    load: "GET, API key",
    base: "GET, Prism",
    floor: 10,
    aim: { value: 20, inTheWay: "bare HTTP itself is only 23 to 31 times as fast as Prism" },
  },
  { load: "GET, PostgreSQL", base: "GET, bare", floor: 0.4, aim: { value: 0.5 } },
  {
    load: "List of 100, PostgreSQL",
    base: "List of 100, bare",
    floor: 0.05,
    aim: {
      value: 0.15,
      inTheWay: "PostgreSQL alone takes 340 us for a list, on the core that also makes the load",
    },
  },
  { load: "PATCH, PostgreSQL", base: "PATCH, a transaction each", floor: 2, aim: { value: 2.5 } },
  {
    load: "GET, PostgreSQL, two nodes",
    base: "GET, PostgreSQL",
    isOfCpu: true,
    floor: 0.7,
    aim: { value: 0.9, inTheWay: "with the same callers, each node gathers fewer reads into a query" },
  },
  {
    load: "PATCH, PostgreSQL, two nodes",
    base: "PATCH, PostgreSQL",
    isOfCpu: true,
    floor: 0.6,
    aim: { value: 0.9, inTheWay: "with the same callers, the groups of writes of each node are smaller" },
  },
];

/** The ratios of what was measured: between loads, and between the largest and the smallest database. */
export function ratioFigures(measured: Measured, smallest: number, largest: number): readonly Figure[] {
  const sized = (method: string, floor: number, aim: number): Ratio => ({
    load: `${method}, ${count(largest)}`,
    base: `${method}, ${count(smallest)}`,
    floor,
    aim: { value: aim },
  });
  return [...ratios, sized("GET", 0.7, 0.8), sized("PATCH", 0.55, 0.6)]
    .filter(({ load, base }) => measured.has(load) && measured.has(base))
    .map(({ load, base, isOfCpu, ...bounds }) => {
      const byCpu = ratioOfCpu(measured, load, base);
      const values = isOfCpu ? byCpu : ratioOfThroughput(measured, load, base);
      return { what: `${load} / ${base}`, values, byCpu, ...bounds };
    });
}

/** Whether a ratio is below its floor, by the rates and by the CPU times: other work on the machine lowers one of them at most. */
export function isBelowFloor({ values, byCpu = values, floor }: Figure): boolean {
  return floor !== undefined && median(values) < floor && median(byCpu) < floor;
}
