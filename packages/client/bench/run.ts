/**
 * Prints what a call costs compared with a bare `fetch`: with a `fetch` in memory, which shows what the clients themselves cost,
 * and over loopback HTTP, which shows how much of that a caller would notice.
 *
 * With `--check` it measures only what has a budget, and fails if all ten runs exceed it. That finds a client that became much
 * slower; it does not show that a typical run keeps the budget, and with a signal and three hooks a typical one does not.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { readArguments } from "@compute-host/command-line";
import { type Extent, measureOverhead, type Overhead } from "./overhead.ts";
import { createMemoryService, type Service, startLoopbackService } from "./services.ts";

/** The highest cost that is allowed, as a ratio to another contender in the same rounds. */
interface Budget {
  readonly name: string;
  readonly base: string;
  readonly highest: number;
}

/** A measurement, and the budgets that it is checked against. */
interface Measurement {
  readonly title: string;
  readonly extent: Extent;
  readonly budgets: readonly Budget[];
  start(): Service | Promise<Service>;
}

/** How many runs may exceed a budget before the check fails. */
const maxRuns = 10;

const measurements: readonly Measurement[] = [
  {
    title: "fetch in memory",
    extent: { rounds: 25, calls: 1_000 },
    budgets: [
      { name: "@compute-host/client", base: "bare", highest: 1.35 },
      { name: "@compute-host/client, signal and 3 hooks", base: "bare", highest: 1.5 },
    ],
    start: createMemoryService,
  },
  {
    title: "fetch over loopback HTTP",
    extent: { rounds: 15, calls: 120 },
    budgets: [{ name: "@compute-host/client/openapi-fetch", base: "openapi-fetch", highest: 1.25 }],
    start: startLoopbackService,
  },
];

const { values } = readArguments({
  command: "pnpm bench:client",
  about: "Prints what a call of the client costs compared with a bare fetch.",
  options: {
    check: { type: "boolean", about: "measures only what has a budget, and fails if ten runs exceed it" },
  },
});
if (values.check) await check();
else for (const measurement of measurements) await measure(measurement);
// Open keep-alive connections would keep the process running.
process.exit();

async function measure(
  { title, extent, budgets, start }: Measurement,
  names?: readonly string[],
): Promise<readonly Budget[]> {
  const service = await start();
  const overheads = await measureOverhead(service, extent, names);
  service.close();
  const kept = budgets.filter(({ name, base, highest }) => ratio(overheads, name, base) <= highest);
  print(title, overheads, budgets);
  return kept;
}

function ratio(overheads: readonly Overhead[], name: string, base: string): number {
  const ratioTo = (one: string) => overheads.find((overhead) => overhead.name === one)?.ratio ?? Number.NaN;
  return ratioTo(name) / ratioTo(base);
}

async function check(): Promise<void> {
  let isWithin = true;
  for (const measurement of measurements) {
    const { budgets } = measurement;
    const names = ["bare", ...budgets.flatMap(({ name, base }) => [name, base])];
    const kept = new Set<Budget>();
    for (let run = 0; run < maxRuns && kept.size < budgets.length; run++) {
      for (const budget of await measure(measurement, names)) kept.add(budget);
    }
    isWithin &&= kept.size === budgets.length;
  }
  const passed = isWithin ? 1 : 0;
  const reports = new URL("../reports/", import.meta.url);
  await mkdir(reports, { recursive: true });
  const summary = { numPassedTests: passed, numFailedTests: 1 - passed };
  await writeFile(new URL("overhead.json", reports), JSON.stringify(summary));
  if (isWithin) return;
  console.error(`A budget was kept in none of ${maxRuns} runs: see the tables above.`);
  process.exitCode = 1;
}

function print(title: string, overheads: readonly Overhead[], budgets: readonly Budget[]): void {
  console.log(`\n${title}`);
  console.table(
    overheads.map(({ name, p50Us, ratio: toBare }) => {
      const budget = budgets.find((one) => one.name === name);
      return {
        client: name,
        "p50 us": Number(p50Us.toPrecision(3)),
        "ratio to bare fetch": Number(toBare.toFixed(2)),
        ...(budget && {
          checked: `${ratio(overheads, name, budget.base).toFixed(2)} of ${budget.base}, at most ${budget.highest}`,
        }),
      };
    }),
  );
}
