import { existsSync } from "node:fs";
import { createAdminClient, isAdminServerListening } from "../admin/admin-client.ts";
import { adminSocketPath } from "../admin/admin-socket-path.ts";
import type { Administration } from "../admin/administration.ts";
import { readConfig } from "../config.ts";
import { parseDatabaseUrl } from "../storage/database-url.ts";
import { CliError } from "./cli-error.ts";
import type { CliIo } from "./cli-io.ts";

/** How long a command waits for another one that has the database, in milliseconds. */
const busyTimeoutMs = 5000;

/** Whether a command makes the database where there is none. */
export interface AdministrationUse {
  readonly mayCreate: boolean;
}

/**
 * Runs a command on the database of the environment: through the service when one is running on it, else directly.
 *
 * @throws CliError when there is no database.
 */
export async function withAdministration<Result>(
  io: CliIo,
  { mayCreate }: AdministrationUse,
  run: (administration: Administration) => Promise<Result>,
): Promise<Result> {
  const { databaseUrl } = readConfig({ DATABASE_URL: io.environment.DATABASE_URL });
  const { path } = parseDatabaseUrl(databaseUrl);
  const socketPath = adminSocketPath(path);
  if (socketPath === undefined) {
    throw new CliError("A database in memory belongs to the service alone; set DATABASE_URL to a file.");
  }
  if (await isAdminServerListening(socketPath)) return run(createAdminClient(socketPath));
  if (!mayCreate && !existsSync(path)) {
    throw new CliError(
      `There is no database at ${path}; set DATABASE_URL, or start with: compute-host keys create --help`,
    );
  }
  return runDirectly(databaseUrl, run);
}

/** The modules are loaded here, since a command that goes through the service needs none of them. */
async function runDirectly<Result>(
  databaseUrl: string,
  run: (administration: Administration) => Promise<Result>,
): Promise<Result> {
  const { openStorage } = await import("../storage/open-storage.ts");
  const { ApiKeys } = await import("../auth/api-keys.ts");
  const { createAdministration } = await import("../admin/local-administration.ts");
  const { createComputerReader } = await import("../admin/computer-reader.ts");
  const { loadSpec } = await import("../spec/spec-document.ts");
  const storage = await openStorage({ databaseUrl, busyTimeoutMs });
  try {
    const apiKeys = await ApiKeys.open(storage.apiKeys);
    const readComputer = createComputerReader(await loadSpec());
    return await run(createAdministration({ computers: storage.computers, apiKeys, readComputer }));
  } finally {
    await storage.close();
  }
}
