import { existsSync } from "node:fs";
import { readConfig } from "../config/config.ts";
import { type DatabaseLocation, parseDatabaseUrl } from "../storage/database-url.ts";
import { openStorage } from "../storage/open-storage.ts";
import type { OpenStorageOptions, Storage } from "../storage/storage.ts";
import { CliError, type CliIo } from "./cli-io.ts";

/** How a command uses the database. */
interface DatabaseUse {
  /** Whether it creates a missing database. @default false */
  readonly mayCreate?: boolean;
  /** Whether services may use it at the same time. @default "shared" */
  readonly use?: "shared" | "exclusive";
}

/** The configured database. @throws CliError for a database in memory. */
export function configuredDatabase(io: CliIo): {
  readonly databaseUrl: string;
  readonly databaseUrlFile?: string;
  readonly location: DatabaseLocation;
} {
  const { databaseUrl, databaseUrlFile: file } = readConfig(io.environment, { only: ["databaseUrl"] });
  const location = parseDatabaseUrl(databaseUrl);
  if (location.kind !== "sqlite" || location.path !== ":memory:")
    return { databaseUrl, location, ...(file !== undefined && { databaseUrlFile: file }) };
  throw new CliError(
    "Only the service can use a database in memory; set COMPUTE_HOST_DATABASE_URL to a file.",
  );
}

/** Runs a command on the configured database. @throws CliError when there is none. */
export async function withStorage<Result>(
  io: CliIo,
  run: (storage: Storage) => Promise<Result>,
  { mayCreate = false, use = "shared" }: DatabaseUse = {},
): Promise<Result> {
  const { databaseUrl, databaseUrlFile, location } = configuredDatabase(io);
  if (location.kind === "sqlite" && !mayCreate && !existsSync(location.path)) {
    throw new CliError(
      `There is no database at ${location.path}; set COMPUTE_HOST_DATABASE_URL, ` +
        "or start with: compute-host keys create --help",
    );
  }
  const onMigration = (doing: string) => io.writeNote(`This command ${doing}.\n`);
  const storage = await openStorage({
    databaseUrl,
    databaseUrlFile,
    use,
    onMigration,
    ...noteFiles(io),
  });
  try {
    return await run(storage);
  } finally {
    await storage.close();
  }
}

/** Prints where a command creates a database, and where it keeps the copy of one that it migrates. */
export function noteFiles(io: CliIo): Required<Pick<OpenStorageOptions, "onCreated" | "onCopied">> {
  return {
    onCreated: (file) => io.writeNote(`Created a new database at ${file}.\n`),
    onCopied: (file) =>
      io.writeNote(`Copied the database of an older release to ${file}, and migrated it.\n`),
  };
}
