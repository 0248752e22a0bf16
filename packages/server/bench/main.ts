import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { readyOf, StartedProcess } from "@compute-host/command-line/process";
import { PostgresServer } from "../cluster/postgres-server.ts";
import type { RecordedResponse } from "./bare-server.ts";
import { type SeededOwner, seedDatabase } from "./seed-database.ts";
import { requestOf, sendLoad } from "./send-load.ts";

/** Measures the CPU time of a request to the service on both engines, and to a bare `node:http` server that sends the same bytes. */

const { values } = parseArgs({ options: { rounds: { type: "string" }, seconds: { type: "string" } } });
const { rounds = 7, seconds = 2 } = values;

/** A server, the first process of its database server, and the owners in it. */
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
/** The next request of each load: each goes to another owner's computer. */
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

async function start(program: string, env: Record<string, string>, args: readonly string[] = []) {
  const file = fileURLToPath(new URL(program, import.meta.url));
  const server = servers.use(new StartedProcess(process.execPath, [file, ...args], { env }));
  const { url } = await readyOf(server);
  // The log is written, and read here, as in operation.
  return { url, pid: Number(server.child.pid), forgetLog: () => server.forgetOutput() };
}

async function startService(name: string, databaseUrl: string, databasePid?: number): Promise<Contender> {
  const owners = await seedDatabase(databaseUrl);
  const env = { COMPUTE_HOST_DATABASE_URL: databaseUrl, COMPUTE_HOST_PROVISIONER: "simulated" };
  const started = await start("../dist/main.js", env, ["serve", "--port", "0", "--ready-json"]);
  return { name, ...started, owners, ...(databasePid && { databasePid }) };
}

/** Starts what sends the responses of a service. */
async function startBare({ url, owners }: Contender): Promise<Contender> {
  const { key, ids } = owners[0] as SeededOwner;
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const record = async (place: string, init?: RequestInit): Promise<RecordedResponse> => {
    const response = await fetch(url + path + place, { ...init, headers });
    const own = [...response.headers].filter(([field]) => !/^(?:connection|date|keep-alive)$/.test(field));
    return { fields: own.flat(), body: await response.text() };
  };
  const recorded = [
    await record(`/${ids[0]}`),
    await record(`/${ids[0]}`, { method: "PATCH", body: '{"remoteUser":"recorded"}' }),
    await record("?includeProvisioningSteps=true"),
  ];
  const started = await start("bare-server.ts", { BENCH_RESPONSES: JSON.stringify(recorded) });
  return { name: "node:http", ...started, owners };
}

/** The CPU time that a process has used, its threads and its children, in microseconds. */
function cpuOf(pid: number): number {
  const read = (file: string) => readFileSync(`/proc/${pid}/${file}`, "utf8").split(" ");
  // Of children that have ended the system tells hundredths of a second only.
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

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

const folder = mkdtempSync(join(tmpdir(), "compute-host-bench-"));
// Not inside the folder, because the user that PostgreSQL runs as may not enter it.
const postgresFolder = `${folder}-postgres`;
await using servers = new AsyncDisposableStack();
servers.defer(() => {
  for (const path of [folder, postgresFolder, `${postgresFolder}.url`])
    rmSync(path, { recursive: true, force: true });
});
const postgres = servers.use(await PostgresServer.start(postgresFolder));
const sqlite = await startService("SQLite", `sqlite:${join(folder, "bench.db")}`);
const bare = await startBare(sqlite);
const contenders = [bare, sqlite, await startService("PostgreSQL", postgres.url(), postgres.pid)];

/** The runs of each load by contender: in each round all of them, so that other work on the machine disturbs all. */
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

const rows = [...runs].flatMap(([load, byName]) =>
  [...byName].map(([server, measured]) => {
    const ratios = measured.map(
      ({ cpu }, round) => cpu / (byName.get(bare.name)?.[round]?.cpu ?? Number.NaN),
    );
    const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
    const microseconds = (what: keyof Run) =>
      Math.round(median(measured.map((one) => one[what] ?? Number.NaN)));
    return {
      load,
      server,
      "CPU (us)": microseconds("cpu"),
      "of node:http": `${median(ratios).toFixed(2)} (${range})`,
      "database (us)": microseconds("database") || "",
    };
  }),
);
console.table(rows);
