import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readyOf, StartedProcess } from "@compute-host/command-line/process";
import { ApiKeys } from "../src/auth/api-keys.ts";
import { openStorage } from "../src/storage/open-storage.ts";
import type { PostgresServices, SizedService } from "./contenders.ts";
import type { Target } from "./load.ts";
import type { Machine } from "./machine.ts";
import { startSeededPostgres } from "./postgres.ts";
import { recordResponses } from "./recorded-responses.ts";
import { benchOwner, computerId, listOwners, type SeedOptions, seedDatabase } from "./seed-database.ts";
import { waitForStatus } from "./wait-for-status.ts";

/** The service as it is published. */
export const serviceCommand: readonly string[] = [
  process.execPath,
  fileURLToPath(new URL("../dist/main.js", import.meta.url)),
  ...["serve", "--port", "0", "--ready-json"],
];

const prismCommand = fileURLToPath(
  new URL("../../../node_modules/@stoplight/prism-cli/dist/index.js", import.meta.url),
);
const bareCommand = [process.execPath, fileURLToPath(new URL("./bare-server.ts", import.meta.url))];
const transactionsCommand = [
  process.execPath,
  fileURLToPath(new URL("./transactions-server.ts", import.meta.url)),
];
const specPath = fileURLToPath(new URL("../../../spec/openapi.yaml", import.meta.url));

/** Starts servers on the core of servers and remembers them. */
export class Servers {
  readonly #machine: Machine;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #started: AsyncDisposable[] = [];

  /** The environment is that of the services. */
  constructor(machine: Machine, environment: Readonly<Record<string, string>>) {
    this.#machine = machine;
    this.#environment = environment;
  }

  /** Starts the service on a database. */
  async serve(seed: SeedOptions): Promise<SizedService> {
    const path = await seedDatabase(seed);
    const keys = await makeKeys(`sqlite:${path}`, seed);
    return {
      computers: seed.computers,
      databasePath: path,
      ...keys,
      target: await this.#serve(`sqlite:${path}`),
    };
  }

  /** Starts two nodes on PostgreSQL, and what handles each PATCH in a transaction of its own. */
  async servePostgres(seed: SeedOptions): Promise<PostgresServices> {
    const database = await startSeededPostgres(seed, this.#machine);
    this.#started.push(database);
    const { url, pid: databasePid } = database;
    return {
      ...(await makeKeys(url, seed)),
      databasePid,
      nodes: [await this.#serve(url), await this.#serve(url)],
      transactions: await targetOf(this.#start([...transactionsCommand, url])),
    };
  }

  async #serve(databaseUrl: string): Promise<Target> {
    const env = { ...this.#environment, COMPUTE_HOST_DATABASE_URL: databaseUrl };
    return targetOf(this.#start(serviceCommand, env));
  }

  /** Starts the bare server, which sends what the service sends. */
  async startBare(service: SizedService, folder: string): Promise<Target> {
    const { key, listKeys, target } = service;
    const responses = await recordResponses(target.url, {
      key,
      listKey: listKeys[0] as string,
      computerId: computerId(0),
    });
    const file = join(folder, "responses.json");
    writeFileSync(file, JSON.stringify(responses));
    return targetOf(this.#start([...bareCommand, file]));
  }

  /** Starts Prism's mock of the spec. */
  async startPrism(port: number): Promise<Target> {
    const command = [process.execPath, prismCommand, "mock", "--port", String(port), specPath];
    const prism = this.#start(command);
    await prism.prints(/starting/i);
    prism.forgetOutput();
    const url = `http://127.0.0.1:${port}`;
    await waitForStatus(`${url}/api/v0/computers`, 401);
    return { pid: Number(prism.child.pid), url };
  }

  async stop(): Promise<void> {
    // The database last, which was started before what uses it.
    for (const server of this.#started.toReversed()) await server[Symbol.asyncDispose]();
  }

  #start(command: readonly string[], env: Readonly<Record<string, string>> = {}): StartedProcess {
    const [program = "", ...args] = [...this.#machine.onServerCore, ...command];
    const started = new StartedProcess(program, args, { env: { NO_COLOR: "1", ...env } });
    this.#started.push(started);
    return started;
  }
}

/** Reads the origin that a server prints. */
async function targetOf(server: StartedProcess): Promise<Target> {
  const { url } = await readyOf(server);
  server.forgetOutput();
  return { pid: Number(server.child.pid), url };
}

async function makeKeys(
  databaseUrl: string,
  { withLists }: SeedOptions,
): Promise<{ key: string; listKeys: readonly string[] }> {
  const storage = await openStorage({ databaseUrl });
  try {
    const keys = new ApiKeys(storage.apiKeys);
    const make = async (ownerId: string) =>
      (await keys.create({ name: "bench", ownerId, ownerKind: "user" })).key;
    const listKeys: string[] = [];
    // Not all at once: a busy PostgreSQL would let some of them wait longer than a connection may take.
    for (let first = 0; withLists && first < listOwners.length; first += 20) {
      listKeys.push(...(await Promise.all(listOwners.slice(first, first + 20).map(make))));
    }
    return { key: await make(benchOwner), listKeys };
  } finally {
    await storage.close();
  }
}
