import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { oneOf, readArguments } from "@compute-host/command-line";
import { freePort } from "../cluster/free-port.ts";
import { contendersOf, count, issueJwt } from "./contenders.ts";
import { type Figure, isBelowFloor, ratioFigures } from "./figures.ts";
import { createLoadRunner } from "./load.ts";
import { inspectMachine, memoryMegabytes, moveToLoadCore } from "./machine.ts";
import { measure } from "./measure.ts";
import { formatFigures, formatRuns } from "./report.ts";
import { seedDatabase, warmUp } from "./seed-database.ts";
import { Servers } from "./services.ts";
import { timeToReady, timeToStartInProcess } from "./startup.ts";

/**
 * Measures the service on SQLite and on PostgreSQL against a bare `node:http` server, which sends the same bytes, and against
 * Prism's mock. Prints one table; exits with 1 when a ratio is below its floor. `--engine sqlite` or `--engine postgres` measures
 * one of them; `--quick` takes a minute and says less.
 */

const { quick, engine = "both" } = readArguments({
  command: "pnpm bench:server",
  about:
    "Measures the service against a bare node:http server and Prism's mock; exits with 1 when a ratio is below its floor.",
  options: {
    quick: { type: "boolean", about: "takes a minute, and says less" },
    engine: {
      type: "string",
      value: "NAME",
      accepts: oneOf(["sqlite", "postgres", "both"]),
      about: "the database: sqlite, postgres or both (both)",
    },
  },
  examples: ["pnpm bench:server --quick --engine sqlite"],
}).values;
const plan = quick
  ? { sizes: [100, 10_000, 100_000] as const, rounds: 1, seconds: 1, starts: 3 }
  : { sizes: [100, 10_000, 1_000_000] as const, rounds: 7, seconds: 2, starts: 15 };
const [smallest, middle, largest] = plan.sizes;
const issuer = "https://issuer.compute.example";
const audience = "compute-host-bench";

const machine = inspectMachine();
const folder = mkdtempSync(join(tmpdir(), "compute-host-bench-run-"));
const { jwks, jwt } = await issueJwt(issuer, audience);
writeFileSync(join(folder, "jwks.json"), jwks);
const servers = new Servers(machine, {
  COMPUTE_HOST_PROVISIONER: "simulated",
  COMPUTE_HOST_JWT_JWKS: join(folder, "jwks.json"),
  COMPUTE_HOST_JWT_ISSUER: issuer,
  COMPUTE_HOST_JWT_AUDIENCE: audience,
});
const progress = (line: string) => console.error(line);

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => {
    rmSync(folder, { recursive: true, force: true });
    process.exit(1);
  });
}

try {
  console.log(`${machine.description}; load by wrk, 64 connections\n`);
  const started = engine === "postgres" ? [] : await startTimes();
  const served = await throughput();
  const figures = [...served.figures, ...started];
  console.log(`${formatRuns(served.measured)}\n\n${formatFigures(figures)}`);
  if (figures.some(isBelowFloor)) process.exitCode = 1;
} finally {
  await servers.stop();
  rmSync(folder, { recursive: true });
}

async function startTimes(): Promise<readonly Figure[]> {
  progress(`starting ${plan.starts} times`);
  const path = await seedDatabase({ computers: largest, withLists: false });
  const asProcess: number[] = [];
  const inProcess: number[] = [];
  // The first start fills the compile cache.
  await timeToReady(path);
  for (let start = 0; start < plan.starts; start++) {
    asProcess.push(await timeToReady(path));
    inProcess.push(await timeToStartInProcess());
  }
  return [
    {
      what: `Ready as a process with ${count(largest)} computers`,
      values: asProcess,
      unit: "ms",
      aim: { value: 300 },
    },
    {
      what: "startServer in memory, with its first response",
      values: inProcess,
      unit: "ms",
      aim: { value: 150 },
    },
  ];
}

async function throughput() {
  // Reading the logs of the services must not take time from their core.
  moveToLoadCore(machine, process.pid);
  progress(`filling databases of up to ${count(largest)} computers, where they are not there yet`);
  const services = [
    await servers.serve({ computers: smallest, withLists: false }),
    await servers.serve({ computers: middle, withLists: true }),
    await servers.serve({ computers: largest, withLists: false }),
  ] as const;
  const bare = await servers.startBare(services[1], folder);
  const prism = await servers.startPrism(await freePort());
  const postgres =
    engine === "sqlite" ? undefined : await servers.servePostgres({ computers: middle, withLists: true });
  const run = createLoadRunner({ machine, folder, connections: 64 });
  const contenders = contendersOf({ services, bare, prism, jwt, postgres }).filter(
    ({ name, databasePid }) => engine !== "postgres" || databasePid !== undefined || name.endsWith("bare"),
  );
  const measured = await measure(contenders, run, {
    ...plan,
    prepare: async () => {
      for (const { databasePath } of services) await warmUp(databasePath);
    },
    onProgress: progress,
  });
  const figures = [
    ...ratioFigures(measured, smallest, largest),
    ...(engine === "postgres" ? [] : memoryFigures(services[2].target.pid)),
  ];
  return { measured, figures };
}

function memoryFigures(pid: number): readonly Figure[] {
  const { anonymous, file } = memoryMegabytes(pid) ?? {};
  const figure = (what: string, value: number | undefined): Figure => ({
    what,
    values: value === undefined ? [] : [value],
    unit: "MB",
  });
  return [
    {
      ...figure(`Anonymous memory with ${count(largest)} computers, after the load`, anonymous),
      aim: { value: 130 },
    },
    figure(`Mapped files with ${count(largest)} computers`, file),
  ];
}
