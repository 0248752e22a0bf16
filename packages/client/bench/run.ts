/**
 * Prints what a call costs compared with a bare `fetch`: with a `fetch` in memory, which shows what the clients themselves cost,
 * and over loopback HTTP, which shows how much of that a caller would notice. The contenders are measured in turn, in a different
 * order in each round, so that other load on the machine affects all of them; the ratio is the median of the rounds' ratios.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { type Contender, createContenders } from "./contenders.ts";
import { memoryService, type Service, startLoopbackService } from "./services.ts";

await print("fetch in memory", memoryService, { rounds: 25, calls: 1_000 });
await print("fetch over loopback HTTP", await startLoopbackService(), { rounds: 15, calls: 120 });
// Open keep-alive connections would keep the process running.
process.exit();

async function print(
  title: string,
  service: Service,
  { rounds, calls }: { rounds: number; calls: number },
): Promise<void> {
  const contenders = Object.entries(await createContenders(service));
  /** In milliseconds, the median of each round. */
  const p50s = new Map<string, number[]>(contenders.map(([name]) => [name, []]));
  for (const [, contender] of contenders) await timeCalls(contender, calls * 3);
  for (let round = 0; round < rounds; round++) {
    contenders.sort(() => Math.random() - 0.5);
    for (const [name, contender] of contenders) p50s.get(name)?.push(await timeCalls(contender, calls));
  }
  const bare = p50s.get("bare") ?? [];
  console.log(`\n${title}`);
  console.table(
    [...p50s].map(([client, times]) => ({
      client,
      "p50 us": Number((median(times) * 1_000).toPrecision(3)),
      "ratio to bare fetch": Number(median(times.map((ms, round) => ms / (bare[round] ?? 0))).toFixed(2)),
    })),
  );
}

async function timeCalls(contender: Contender, calls: number): Promise<number> {
  // So that garbage of the previous contender is not collected at this one's expense.
  await nextTurn();
  const times: number[] = [];
  for (let call = 0; call < calls; call++) {
    const start = performance.now();
    await contender();
    times.push(performance.now() - start);
  }
  return median(times);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
