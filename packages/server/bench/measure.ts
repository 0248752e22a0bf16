import type { AimedLoad, LoadRunner, Run } from "./load.ts";

/** A load on servers, under a name. */
export interface Contender extends AimedLoad {
  readonly name: string;
}

/** The runs of each contender, in the order of the rounds. */
export type Measured = ReadonlyMap<string, readonly Run[]>;

/** How long and how often is measured. */
export interface Rounds {
  readonly rounds: number;
  readonly seconds: number;
  /** Called before each round. */
  readonly prepare: () => Promise<void>;
  readonly onProgress: (line: string) => void;
}

/**
 * Runs every contender in each round, so that other work on the machine affects all of them equally. A
 * first round warms up and does not count; where servers share the requests, it is as long for each of them.
 */
export async function measure(
  contenders: readonly Contender[],
  run: LoadRunner,
  { rounds, seconds, prepare, onProgress }: Rounds,
): Promise<Measured> {
  const measured = new Map<string, Run[]>(contenders.map(({ name }) => [name, []]));
  await prepare();
  for (const contender of contenders) await run(contender, contender.targets.length * seconds * 2 - 1);
  for (let round = 1; round <= rounds; round++) {
    onProgress(`round ${round} of ${rounds}`);
    await prepare();
    for (const contender of contenders) {
      measured.get(contender.name)?.push(await run(contender, seconds));
    }
  }
  return measured;
}

/** The middle one. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2;
}

/** How many times as much CPU time a request costs one server as another, each round for itself. */
export function ratioOfCpu(measured: Measured, name: string, base: string): readonly number[] {
  const bases = measured.get(base) ?? [];
  return (measured.get(name) ?? []).flatMap(({ cpuPerRequest }, round) => {
    const baseCpu = bases[round]?.cpuPerRequest;
    return cpuPerRequest === undefined || baseCpu === undefined ? [] : [baseCpu / cpuPerRequest];
  });
}

/** How many times as many requests per second one server takes as another, each round for itself. */
export function ratioOfThroughput(measured: Measured, name: string, base: string): readonly number[] {
  const bases = measured.get(base) ?? [];
  return (measured.get(name) ?? []).map(
    ({ requestsPerSecond }, round) => requestsPerSecond / (bases[round]?.requestsPerSecond ?? Number.NaN),
  );
}
