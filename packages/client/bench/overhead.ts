import { fork } from "node:child_process";
import { once } from "node:events";
import { type Contender, createContenders } from "./contenders.ts";

/** The p50 of one contender, in microseconds, and as a ratio to a bare `fetch` in the same rounds. */
export interface Overhead {
  name: string;
  p50Us: number;
  ratio: number;
}

/**
 * Measures every contender against the same local server, interleaved: each round measures all of them in an order of
 * its own, so that what else the machine does falls on all alike. The ratio is the median of the rounds' ratios.
 */
export async function measureOverhead(rounds = 15, calls = 120): Promise<Overhead[]> {
  const server = fork(new URL("./server.ts", import.meta.url));
  try {
    const [port] = (await once(server, "message", { signal: AbortSignal.timeout(10_000) })) as [number];
    const contenders = Object.entries(await createContenders(`http://127.0.0.1:${port}`));
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
  } finally {
    server.disconnect();
  }
}

async function timeCalls(contender: Contender, calls: number): Promise<number[]> {
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
