import { setImmediate as nextTurn } from "node:timers/promises";
import { type Contender, createContenders } from "./contenders.ts";
import type { Service } from "./services.ts";

/** The p50 of one contender, in microseconds, and as a ratio to a bare `fetch` in the same rounds. */
export interface Overhead {
  readonly name: string;
  readonly p50Us: number;
  readonly ratio: number;
}

/** How much is measured. */
export interface Extent {
  readonly rounds: number;
  /** Calls of each contender in each round. */
  readonly calls: number;
}

/**
 * Measures every contender against the same service, interleaved: each round measures all of them in a different order, so
 * other load on the machine affects all of them equally. The ratio is the median of the rounds' ratios.
 */
export async function measureOverhead(service: Service, { rounds, calls }: Extent): Promise<Overhead[]> {
  const contenders = Object.entries(await createContenders(service));
  const samples = new Map<string, number[]>(contenders.map(([name]) => [name, []]));
  for (const [, contender] of contenders) await timeCalls(contender, calls * 3);
  for (let round = 0; round < rounds; round++) {
    for (const [name, contender] of shuffled(contenders)) {
      samples.get(name)?.push(median(await timeCalls(contender, calls)));
    }
  }
  const bare = samples.get("bare") ?? [];
  return [...samples].map(([name, p50s]) => ({
    name,
    p50Us: median(p50s) * 1000,
    ratio: median(p50s.map((p50, round) => p50 / (bare[round] ?? Number.NaN))),
  }));
}

async function timeCalls(contender: Contender, calls: number): Promise<number[]> {
  // So that garbage of the previous contender is not collected at this one's expense.
  await nextTurn();
  const times: number[] = [];
  for (let call = 0; call < calls; call++) {
    const start = performance.now();
    await contender();
    times.push(performance.now() - start);
  }
  return times;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, order: Math.random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);
}
