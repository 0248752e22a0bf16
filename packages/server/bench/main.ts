import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { readyOf, StartedProcess } from "@compute-host/command-line/process";
import { PostgresServer } from "../cluster/postgres-server.ts";
import { type SeededOwner, seedDatabase } from "./seed-database.ts";
import { requestOf, sendLoad } from "./send-load.ts";

/**
 * Prints the CPU time of a GET, a PATCH and a list of 100 with steps, on both engines with their defaults. It takes
 * about three minutes, and works only on Linux, which counts CPU time per thread. To see where the time goes, run the
 * service with `node --cpu-prof`.
 */

const { values } = parseArgs({ options: { rounds: { type: "string" }, seconds: { type: "string" } } });
const { rounds = 7, seconds = 2 } = values;

/** A server, the first process of its database server, and the owners in its database. */
interface Contender {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
  readonly forgetLog: () => void;
  readonly databasePid?: number;
  readonly owners: readonly SeededOwner[];
}

/** CPU time per request in microseconds. */
interface Run {
  readonly cpu: number;
  readonly database: number | undefined;
}

let count = 0;
const path = "/api/v0/computers";
/** Makes the next request of each load, each for another owner's computer. */
const loads: Readonly<Record<string, (owners: readonly SeededOwner[]) => string>> = {
  GET: (owners) => request("GET", owners),
  PATCH: (owners) => request("PATCH", owners, `{"${count % 2 ? "name" : "remoteUser"}":"b${count}"}`),
  "list of 100": (owners) =>
    requestOf("GET", `${path}?includeProvisioningSteps=true`, owners[++count % owners.length]?.key ?? ""),
};

function request(method: string, owners: readonly SeededOwner[], body?: string): string {
  const { key, ids } = owners[++count % owners.length] as SeededOwner;
  const id = ids[Math.floor(count / owners.length) % ids.length];
  return requestOf(method, `${path}/${id}`, key, body);
}

async function startService(name: string, databaseUrl: string, databasePid?: number): Promise<Contender> {
  const owners = await seedDatabase(databaseUrl);
  const env = { COMPUTE_HOST_DATABASE_URL: databaseUrl, COMPUTE_HOST_PROVISIONER: "simulated" };
  const program = fileURLToPath(new URL("../dist/main.js", import.meta.url));
  const args = [program, "serve", "--port", "0", "--ready-json"];
  const server = servers.use(new StartedProcess(process.execPath, args, { env }));
  const { url } = await readyOf(server);
  // The log is written and read, as in operation.
  const forgetLog = () => server.forgetOutput();
  return { name, url, pid: Number(server.child.pid), forgetLog, owners, ...(databasePid && { databasePid }) };
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

const folder = mkdtempSync(join(tmpdir(), "compute-host-bench-"));
// Not inside the folder, which the user that PostgreSQL runs as may not enter.
const postgresFolder = `${folder}-postgres`;
await using servers = new AsyncDisposableStack();
servers.defer(() => {
  for (const path of [folder, postgresFolder, `${postgresFolder}.url`])
    rmSync(path, { recursive: true, force: true });
});
const postgres = servers.use(await PostgresServer.start(postgresFolder));
const contenders = [
  await startService("SQLite", `sqlite:${join(folder, "bench.db")}`),
  await startService("PostgreSQL", postgres.url(), postgres.pid),
];

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
