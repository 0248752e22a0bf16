import type { Computer } from "@compute-host/types";
import { createApp } from "./app.ts";
import { ApiKeys } from "./auth/api-keys.ts";
import { createAuthenticator } from "./auth/bearer-authenticator.ts";
import type { StoredComputer } from "./computers/computer.ts";
import { type NewComputer, newComputer } from "./computers/new-computer.ts";
import type { Provisioner } from "./provisioning/provisioner.ts";
import { createSimulatedProvisioner, type SimulatedStep } from "./provisioning/simulated-provisioner.ts";
import type { ServingSettings } from "./serving-settings.ts";
import { openStorage } from "./storage/open-storage.ts";
import type { Storage } from "./storage/storage.ts";
import { systemClock } from "./time/clock.ts";

/** A seed computer. By default, it belongs to the owner of {@link StartedServer.apiKey}. */
export type SeedComputer = Omit<NewComputer, "ownerId"> & { readonly ownerId?: string };

/** Options of {@link startServer}. */
export interface StartServerOptions extends ServingSettings {
  /** Runs the steps. @default a simulation */
  readonly provisioner?: Provisioner;
  /** Address to listen on. @default "127.0.0.1" */
  readonly host?: string;
  /** Port to listen on; 0 takes a free one. @default 0 */
  readonly port?: number;
  /** The database. @default "sqlite::memory:" */
  readonly databaseUrl?: string;
  /** Owner of {@link StartedServer.apiKey}, and of seed computers without an owner. @default "usr_sandbox" */
  readonly ownerId?: string;
  /** Seed computers. @default none */
  readonly computers?: readonly SeedComputer[];
  /** How long a simulated step takes, in milliseconds. @default 3000 */
  readonly stepDurationMs?: number;
  /** Chooses duration and failure of each simulated step. @default by the computer's name */
  readonly simulate?: (computer: Computer, stepId: string) => SimulatedStep;
}

/** A service in this process. */
export interface StartedServer extends AsyncDisposable {
  /** Its origin, for example `http://127.0.0.1:49152`. */
  readonly baseUrl: string;
  /** An API key of the owner. */
  readonly apiKey: string;
  readonly ownerId: string;
  /** Creates a key for an owner. */
  createApiKey(ownerId: string): Promise<string>;
  /** Adds computers, all or none, and starts provisioning those with pending steps. */
  addComputers(computers: readonly SeedComputer[]): Promise<readonly Computer[]>;
  /** Finishes the requests in flight and stops. */
  close(): Promise<void>;
}

/**
 * Starts the service in this process, by default with a database in memory. Start one for each test.
 *
 * @example
 * import { FakeClock, startServer } from "@compute-host/server";
 * const clock = new FakeClock();
 * await using server = await startServer({ clock, computers: [{ name: "build-box", providerType: "managed" }] });
 * await clock.advance(60_000); // by now all steps have completed: the computer is active
 */
export async function startServer(options: StartServerOptions = {}): Promise<StartedServer> {
  const { host = "127.0.0.1", port = 0, databaseUrl = "sqlite::memory:", ownerId = "usr_sandbox" } = options;
  const { clock = systemClock } = options;
  const storage = await openStorage({ databaseUrl });
  try {
    return await startOn(storage, { ...options, host, port, ownerId, clock });
  } catch (error) {
    await storage.close();
    throw error;
  }
}

async function startOn(
  storage: Storage,
  options: StartServerOptions & Required<Pick<StartServerOptions, "host" | "port" | "ownerId" | "clock">>,
): Promise<StartedServer> {
  const { host, port, ownerId, clock } = options;
  const apiKeys = new ApiKeys(storage.apiKeys, { now: () => clock.now() });
  const app = await createApp({
    ...options,
    storage,
    authenticator: createAuthenticator({ apiKeys }),
    provisioner: options.provisioner ?? createSimulatedProvisioner(simulation(options)),
  });

  async function createApiKey(owner: string): Promise<string> {
    const { key } = await apiKeys.create({ name: "in process", ownerId: owner, ownerKind: "user" });
    return key;
  }

  async function addComputers(seeds: readonly SeedComputer[]): Promise<readonly Computer[]> {
    const computers = seeds.map((seed) => newComputer({ ownerId, ...seed }, clock.now()));
    await importAll(storage, computers);
    app.runner.wake();
    return computers;
  }

  async function close(): Promise<void> {
    await app.close();
    await storage.close();
  }

  try {
    const [apiKey] = await Promise.all([createApiKey(ownerId), addComputers(options.computers ?? [])]);
    const baseUrl = await app.listen({ host, port });
    return { baseUrl, apiKey, ownerId, createApiKey, addComputers, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    await app.close();
    throw error;
  }
}

function simulation({ clock = systemClock, stepDurationMs, simulate }: StartServerOptions) {
  return {
    clock,
    ...(stepDurationMs !== undefined && { durationMs: stepDurationMs }),
    ...(simulate && {
      choose: (computer: Computer, step: { readonly id: string }) => simulate(computer, step.id),
    }),
  };
}

async function importAll(storage: Storage, computers: readonly StoredComputer[]): Promise<void> {
  if (computers.length === 0) return;
  await storage.computers.add(computers);
}
