/**
 * Prints what a call costs beside a bare `fetch`: with a `fetch` in memory, which shows what the clients themselves do, and
 * over loopback HTTP, which shows what is left of that beside a real exchange. The budgets are for the first.
 *
 * With `--check` it measures the first alone, and fails where a budget is kept in none of five runs: a machine that does other
 * things can spoil a run, but a client that is too slow is so in all of them.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { measureOverhead, type Overhead } from "./overhead.ts";
import { createMemoryService, startLoopbackService } from "./services.ts";

/** The highest ratio to a bare `fetch` in memory that is allowed. */
const budgets: Record<string, number> = {
  "@compute-host/client": 1.35,
  "@compute-host/client, signal and 3 hooks": 1.5,
};

const measureInMemory = () => measureOverhead(createMemoryService(), { rounds: 25, calls: 1_000 });

if (process.argv.includes("--check")) await check();
else {
  print("fetch in memory", await measureInMemory(), budgets);
  const loopback = await startLoopbackService();
  print("fetch over loopback HTTP", await measureOverhead(loopback, { rounds: 15, calls: 120 }));
  loopback.close();
}
// Connections that are kept alive would hold the process.
process.exit();

async function check(): Promise<void> {
  const kept = new Set<string>();
  const isWithin = () => Object.keys(budgets).every((name) => kept.has(name));
  for (let run = 0; run < 5 && !isWithin(); run++) {
    const overheads = await measureInMemory();
    print("fetch in memory", overheads, budgets);
    for (const { name, ratio } of overheads) if (ratio <= (budgets[name] ?? 0)) kept.add(name);
  }
  const within = isWithin();
  const passed = within ? 1 : 0;
  const reports = new URL("../reports/", import.meta.url);
  await mkdir(reports, { recursive: true });
  const summary = { numPassedTests: passed, numFailedTests: 1 - passed };
  await writeFile(new URL("overhead.json", reports), JSON.stringify(summary));
  if (within) return;
  console.error("A budget was kept in none of five runs: see the tables above.");
  process.exitCode = 1;
}

function print(
  title: string,
  overheads: readonly Overhead[],
  limits: Partial<Record<string, number>> = {},
): void {
  console.log(`\n${title}`);
  console.table(
    overheads.map(({ name, p50Us, ratio }) => ({
      client: name,
      "p50 us": Number(p50Us.toPrecision(3)),
      "ratio to bare fetch": Number(ratio.toFixed(2)),
      budget: limits[name],
    })),
  );
}
