import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readyOf, StartedProcess } from "@compute-host/command-line/process";
import { PostgresServer } from "../cluster/postgres-server.ts";
import { seedDatabase } from "./seed-database.ts";

/**
 * Prints how long an import takes, how much memory it needs, and how long a write of a service waits for it. It takes
 * some minutes, and works only on Linux, which reports the peak of a process's memory.
 */

const program = fileURLToPath(new URL("../dist/main.js", import.meta.url));

/** Writes a file with this many computers, of several owners. */
function writeRecords(count: number): string {
  const path = join(folder, `${count}.ndjson`);
  const file = openSync(path, "w");
  for (let index = 0; index < count; index++) {
    const fields = { name: `of-${count}-${index}`, providerType: "managed", ownerId: `usr_${index % 1_000}` };
    const more = { status: "active", hostname: `host-${index}.compute.example`, remoteUser: "ubuntu" };
    writeSync(file, `${JSON.stringify({ ...fields, ...more })}\n`);
  }
  closeSync(file);
  return path;
}

/** The peak of a process's memory in MB; 0 while it has none. */
function peakOf(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1_000;
  } catch {
    return 0;
  }
}

async function importFile(databaseUrl: string, file: string) {
  const env = { COMPUTE_HOST_DATABASE_URL: databaseUrl };
  const startedAt = performance.now();
  const started = new StartedProcess(process.execPath, [program, "computers", "import", file], { env });
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, peakOf(Number(started.child.pid)));
  }, 20);
  const { exitCode, stderr } = await started.ended;
  clearInterval(timer);
  if (exitCode !== 0) throw new Error(stderr);
  console.error(`imported ${file}`);
  return { seconds: Math.round((performance.now() - startedAt) / 100) / 10, "memory (MB)": Math.round(peak) };
}

/**
 * Sends one update after the other while something runs, and resolves to the longest time until one was accepted, in
 * seconds.
 */
async function longestWrite(databaseUrl: string, work: () => Promise<unknown>): Promise<number> {
  const [owner] = await seedDatabase(databaseUrl);
  const env = { COMPUTE_HOST_DATABASE_URL: databaseUrl, COMPUTE_HOST_PROVISIONER: "simulated" };
  await using service = new StartedProcess(
    process.execPath,
    [program, "serve", "--port", "0", "--ready-json"],
    { env },
  );
  const { url } = await readyOf(service);
  const update = () =>
    fetch(`${url}/api/v0/computers/${owner?.ids[0]}`, {
      method: "PATCH",
      headers: { authorization: `Bearer ${owner?.key}`, "content-type": "application/json" },
      body: '{"remoteUser":"b"}',
    });
  let longest = 0;
  let isDone = false;
  const done = work().finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const startedAt = performance.now();
    while ((await update()).status !== 200);
    longest = Math.max(longest, performance.now() - startedAt);
  }
  await done;
  return Math.round(longest / 100) / 10;
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
const file = writeRecords(100_000);
const rows: object[] = [];
for (const [database, databaseUrl] of [
  ["SQLite", `sqlite:${join(folder, "bench.db")}`],
  ["PostgreSQL", postgres.url()],
] as const) {
  let figures = {};
  const longest = await longestWrite(databaseUrl, async () => {
    figures = await importFile(databaseUrl, file);
  });
  rows.push({ database, computers: 100_000, ...figures, "longest write (s)": longest });
}
const large = await importFile(postgres.url(), writeRecords(1_000_000));
console.table([...rows, { database: "PostgreSQL", computers: 1_000_000, ...large }]);
