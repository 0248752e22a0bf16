import { existsSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { createAdminClient, isAdminServerListening } from "../admin/admin-client.ts";
import { adminSocketPath } from "../admin/admin-socket-path.ts";
import type { Administration } from "../admin/administration.ts";
import { StorageInUseError } from "../computers/store-errors.ts";
import { readConfig } from "../config/config.ts";
import { type DatabaseLocation, type OpenStorageOptions, parseDatabaseUrl } from "../storage/open-storage.ts";
import type { Storage } from "../storage/storage.ts";
import type { CliIo } from "./cli-io.ts";
import { CliError } from "./cli-io.ts";

/** How long a command waits for a process that has the database and cannot be asked yet, in milliseconds. */
const maxWaitMs = 5000;
/** How often it tries, in milliseconds. */
const retryIntervalMs = 50;

/** Whether a command creates a missing database. */
export interface AdministrationUse {
  readonly mayCreate: boolean;
}

/** Whether a service has this database file. */
export async function isServiceRunning(databasePath: string): Promise<boolean> {
  const socketPath = adminSocketPath(databasePath);
  return socketPath !== undefined && isAdminServerListening(socketPath);
}

/** The configured database. @throws CliError for one in memory. */
export function configuredDatabase(io: CliIo): {
  readonly databaseUrl: string;
  readonly databaseUrlFile?: string;
  readonly location: DatabaseLocation;
} {
  const { databaseUrl, databaseUrlFile: file } = readConfig(io.environment, { only: ["DATABASE_URL"] });
  const location = parseDatabaseUrl(databaseUrl);
  if (location.kind !== "sqlite" || location.path !== ":memory:")
    return { databaseUrl, location, ...(file !== undefined && { databaseUrlFile: file }) };
  throw new CliError(
    "A database in memory belongs to the service alone; set COMPUTE_HOST_DATABASE_URL to a file.",
  );
}

/**
 * Runs a command on the configured database: on PostgreSQL directly; on a file through the service that is running on it, or
 * directly if none is.
 *
 * @throws CliError when there is no database.
 */
export async function withAdministration<Result>(
  io: CliIo,
  use: AdministrationUse,
  run: (administration: Administration) => Promise<Result>,
): Promise<Result> {
  const { databaseUrl, databaseUrlFile, location } = configuredDatabase(io);
  if (location.kind === "sqlite") return withFile(io, { ...use, databaseUrl, path: location.path }, run);
  const { openStorage } = await import("../storage/open-storage.ts");
  const onMigration = (doing: string) => io.writeNote(`This command ${doing}.\n`);
  return runDirectly(await openStorage({ databaseUrl, databaseUrlFile, onMigration }), run);
}

interface FileUse extends AdministrationUse {
  readonly databaseUrl: string;
  readonly path: string;
}

async function withFile<Result>(
  io: CliIo,
  { mayCreate, databaseUrl, path }: FileUse,
  run: (administration: Administration) => Promise<Result>,
): Promise<Result> {
  const socketPath = adminSocketPath(path);
  const giveUpAt = performance.now() + maxWaitMs;
  for (;;) {
    if (socketPath !== undefined && (await isAdminServerListening(socketPath))) {
      return run(createAdminClient(socketPath));
    }
    if (!mayCreate && !existsSync(path)) {
      throw new CliError(
        `There is no database at ${path}; set COMPUTE_HOST_DATABASE_URL, or start with: compute-host keys create --help`,
      );
    }
    const storage = await openUnlessInUse(io, databaseUrl, giveUpAt);
    if (storage !== undefined) return runDirectly(storage, run);
    await wait(retryIntervalMs);
  }
}

/** A starting service has the database before it responds, so a command tries both for a while. */
async function openUnlessInUse(
  io: CliIo,
  databaseUrl: string,
  giveUpAt: number,
): Promise<Storage | undefined> {
  const { openStorage } = await import("../storage/open-storage.ts");
  try {
    return await openStorage({ databaseUrl, ...noteFiles(io) });
  } catch (error) {
    if (error instanceof StorageInUseError && performance.now() < giveUpAt) return undefined;
    throw error;
  }
}

/** Tells where the database is that a command makes, and the copy of one that it migrates. */
export function noteFiles(io: CliIo): Required<Pick<OpenStorageOptions, "onCreated" | "onCopied">> {
  return {
    onCreated: (file) => io.writeNote(`Made a new database at ${file}.\n`),
    onCopied: (file) =>
      io.writeNote(`Copied the database of an older release to ${file}, and migrated it.\n`),
  };
}

/** Loads its modules on demand, because a command that goes through the service needs none of them. */
async function runDirectly<Result>(
  storage: Storage,
  run: (administration: Administration) => Promise<Result>,
): Promise<Result> {
  const { ApiKeys } = await import("../auth/api-keys.ts");
  const { createAdministration } = await import("../admin/local-administration.ts");
  const { description: spec } = await import("../openapi/description.gen.ts");
  try {
    const apiKeys = new ApiKeys(storage.apiKeys);
    return await run(createAdministration({ storage, apiKeys, spec }));
  } finally {
    await storage.close();
  }
}
