import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ApiKeys } from "../src/auth/api-keys.ts";
import { openStorage } from "../src/storage/open-storage.ts";
import { type StartedProcess, startProcess } from "./child-process.ts";
import type { SizedService } from "./contenders.ts";
import type { Target } from "./load.ts";
import type { Machine } from "./machine.ts";
import { recordResponses } from "./recorded-responses.ts";
import { benchOwner, computerId, listOwners, type SeedOptions, seedDatabase } from "./seed-database.ts";
import { waitForStatus } from "./wait-for-status.ts";

/** The service as it is published. */
export const serviceCommand: readonly string[] = [
  process.execPath,
  fileURLToPath(new URL("../dist/main.js", import.meta.url)),
  "serve",
  "--port",
  "0",
  "--ready-json",
];

const prismCommand = fileURLToPath(
  new URL("../../../node_modules/@stoplight/prism-cli/dist/index.js", import.meta.url),
);
const bareCommand = [process.execPath, fileURLToPath(new URL("./bare-server.ts", import.meta.url))];
const specPath = fileURLToPath(new URL("../../../spec/openapi.yaml", import.meta.url));

/** Starts servers on the core of servers and remembers them. */
export class Servers {
  readonly #machine: Machine;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #started: StartedProcess[] = [];

  /** The environment is that of the services. */
  constructor(machine: Machine, environment: Readonly<Record<string, string>>) {
    this.#machine = machine;
    this.#environment = environment;
  }

  /** Starts the service on a database. */
  async serve(seed: SeedOptions): Promise<SizedService> {
    const path = await seedDatabase(seed);
    const keys = await makeKeys(path, seed);
    const environment = { ...this.#environment, COMPUTE_HOST_DATABASE_URL: `sqlite:${path}` };
    const started = await this.#start({ command: serviceCommand, environment, ready: /^\{/ });
    return { computers: seed.computers, databasePath: path, ...keys, target: targetOf(started) };
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
    return targetOf(await this.#start({ command: [...bareCommand, file] }));
  }

  /** Starts Prism's mock of the spec. */
  async startPrism(port: number): Promise<Target> {
    const command = [process.execPath, prismCommand, "mock", "--port", String(port), specPath];
    const { pid } = await this.#start({ command, ready: /starting/i });
    const url = `http://127.0.0.1:${port}`;
    await waitForStatus(`${url}/api/v0/computers`, 401);
    return { pid, url };
  }

  async stop(): Promise<void> {
    await Promise.all(this.#started.map((server) => server.stop()));
  }

  async #start(options: Parameters<typeof startProcess>[0]): Promise<StartedProcess> {
    const command = [...this.#machine.onServerCore, ...options.command];
    const started = await startProcess({ ...options, command });
    this.#started.push(started);
    return started;
  }
}

function targetOf({ pid, firstLine }: StartedProcess): Target {
  return { pid, url: (JSON.parse(firstLine) as { url: string }).url };
}

async function makeKeys(
  path: string,
  { withLists }: SeedOptions,
): Promise<{ key: string; listKeys: readonly string[] }> {
  const storage = await openStorage({ databaseUrl: `sqlite:${path}` });
  try {
    const keys = new ApiKeys(storage.apiKeys);
    const make = async (ownerId: string) =>
      (await keys.create({ name: "bench", ownerId, ownerKind: "user" })).key;
    const listKeys = withLists ? await Promise.all(listOwners.map(make)) : [];
    return { key: await make(benchOwner), listKeys };
  } finally {
    await storage.close();
  }
}
