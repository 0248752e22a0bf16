import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readyOf, StartedProcess } from "@compute-host/command-line/process";
import { PostgresServer } from "../cluster/postgres-server.ts";
import { type SeededOwner, seedDatabase } from "./seed-database.ts";
import { requestOf } from "./send-load.ts";

/** A server, the first process of its database server, and the owners in its database. */
export interface Contender {
  readonly name: string;
  readonly url: string;
  /** The second port. */
  readonly probeUrl: string;
  readonly pid: number;
  readonly forgetLog: () => void;
  readonly databasePid?: number;
  readonly owners: readonly SeededOwner[];
}

let count = 0;
const path = "/api/v0/computers";
/** Makes the next request of each load, each for another owner's computer. */
export const loads: Readonly<Record<string, (owners: readonly SeededOwner[]) => string>> = {
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

/** Starts a service on each engine, with its defaults; both end with the stack. */
export async function startContenders(servers: AsyncDisposableStack): Promise<readonly Contender[]> {
  const folder = mkdtempSync(join(tmpdir(), "compute-host-bench-"));
  // Not inside the folder, which the user that PostgreSQL runs as may not enter.
  const postgresFolder = `${folder}-postgres`;
  servers.defer(() => {
    for (const path of [folder, postgresFolder, `${postgresFolder}.url`])
      rmSync(path, { recursive: true, force: true });
  });
  const postgres = servers.use(await PostgresServer.start(postgresFolder));
  return [
    await startService("SQLite", `sqlite:${join(folder, "bench.db")}`),
    await startService("PostgreSQL", postgres.url(), postgres.pid),
  ];

  async function startService(name: string, databaseUrl: string, databasePid?: number): Promise<Contender> {
    const owners = await seedDatabase(databaseUrl);
    const env = {
      COMPUTE_HOST_DATABASE_URL: databaseUrl,
      COMPUTE_HOST_PROVISIONER: "simulated",
      COMPUTE_HOST_PROBE_PORT: "0",
    };
    const program = fileURLToPath(new URL("../dist/main.js", import.meta.url));
    const args = [program, "serve", "--port", "0", "--ready-json"];
    const server = servers.use(new StartedProcess(process.execPath, args, { env }));
    const { url, probeUrl = "" } = await readyOf(server);
    // The log is written and read, as in operation.
    const forgetLog = () => server.forgetOutput();
    return {
      name,
      url,
      probeUrl,
      pid: Number(server.child.pid),
      forgetLog,
      owners,
      ...(databasePid && { databasePid }),
    };
  }
}
