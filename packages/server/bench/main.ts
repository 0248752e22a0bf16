import { readdirSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Contender, loads, startContenders } from "./contenders.ts";
import { sendLoad } from "./send-load.ts";

/**
 * Prints the CPU time of a GET, a PATCH and a list of 100 with steps, on both engines with their defaults. It takes
 * about three minutes, and works only on Linux, which counts CPU time per thread. To see where the time goes, run the
 * service with `node --cpu-prof`.
 */

const { values } = parseArgs({ options: { rounds: { type: "string" }, seconds: { type: "string" } } });
const { rounds = 7, seconds = 2 } = values;

/** CPU time per request in microseconds. */
interface Run {
  readonly cpu: number;
  readonly database: number | undefined;
}

/** The CPU time that a process, its threads and its children have used, in microseconds. */
function cpuOf(pid: number): number {
  const read = (file: string) => readFileSync(`/proc/${pid}/${file}`, "utf8").split(" ");
  // For ended children, the system only reports hundredths of a second.
  const [userTicks, systemTicks] = read("stat").slice(15, 17);
  const parts = [
    (Number(userTicks) + Number(systemTicks)) * 10_000,
    ...readdirSync(`/proc/${pid}/task`).map((thread) => Number(read(`task/${thread}/schedstat`)[0]) / 1000),
    ...read(`task/${pid}/children`).flatMap((child) => (child === "" ? [] : [cpuOf(Number(child))])),
  ];
  return parts.reduce((sum, part) => sum + part, 0);
}

async function run({ url, pid, databasePid, owners }: Contender, load: string): Promise<Run> {
  const read = () => [cpuOf(pid), databasePid === undefined ? Number.NaN : cpuOf(databasePid)] as const;
  const [cpuBefore, databaseBefore] = read();
  const requests = await sendLoad(url, () => loads[load]?.(owners) ?? "", Number(seconds));
  const [cpu, database] = read();
  return { cpu: (cpu - cpuBefore) / requests, database: (database - databaseBefore) / requests };
}

await using servers = new AsyncDisposableStack();
const contenders = await startContenders(servers);

/** The runs of each load by contender. Each round runs all, so that other work on the machine affects all of them. */
const runs = new Map(Object.keys(loads).map((load) => [load, new Map<string, Run[]>()]));
for (let round = 0; round <= Number(rounds); round++) {
  console.error(round === 0 ? "warming up" : `round ${round} of ${rounds}`);
  for (const [load, byName] of runs)
    for (const contender of contenders) {
      const result = await run(contender, load);
      contender.forgetLog();
      if (round > 0) byName.set(contender.name, [...(byName.get(contender.name) ?? []), result]);
    }
}

/** The median and the range over all rounds, in whole microseconds. */
function summary(values: readonly (number | undefined)[]): string {
  const sorted = values.map((value) => Math.round(value ?? Number.NaN)).toSorted((a, b) => a - b);
  return Number.isNaN(sorted[0]) ? "" : `${sorted[sorted.length >> 1]} (${sorted[0]} to ${sorted.at(-1)})`;
}

console.table(
  [...runs].flatMap(([load, byName]) =>
    [...byName].map(([server, measured]) => ({
      load,
      server,
      "CPU (us)": summary(measured.map(({ cpu }) => cpu)),
      "database (us)": summary(measured.map(({ database }) => database)),
    })),
  ),
);
