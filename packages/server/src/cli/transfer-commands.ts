import { createReadStream, existsSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import { Command } from "commander";
import { ImportError } from "../admin/administration.ts";
import { type DatabaseParts, type DatabaseSummary, exportDatabase } from "../admin/export-database.ts";
import { importDatabase } from "../admin/import-database.ts";
import { readConfig } from "../config/config.ts";
import { problemList } from "../config/problem-list.ts";
import { openStorage } from "../storage/open-storage.ts";
import { CliError, type CliIo } from "./cli-io.ts";
import { databaseOf, isServiceRunning, noteCopy } from "./open-administration.ts";

/** Makes `compute-host export`. */
export function exportCommand(io: CliIo): Command {
  return new Command("export")
    .description("write all computers and the hashes of all API keys into a file, for `import`")
    .argument("<file>", "file to write; it must not exist")
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      `
Stop the service on every node first: the file would lack what it writes during the export. The file is as secret as the database.

Examples:
  $ compute-host export /var/backups/compute-host.ndjson`,
    )
    .action(async (path: string, { json }: { json?: boolean }) => {
      const location = databaseOf(io);
      if (location.kind === "sqlite" && !existsSync(location.path)) {
        throw new CliError(`There is no database at ${location.path}; set COMPUTE_HOST_DATABASE_URL.`);
      }
      const summary = await withDatabase(io, (parts) => writeFile(path, parts));
      await io.writeOutput(describe(summary, "Exported", json));
    });
}

/** Makes `compute-host import`. */
export function importCommand(io: CliIo): Command {
  return new Command("import")
    .description("read everything that `export` wrote into an empty database, and verify it")
    .argument("<file>", "file written by export")
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      `
The database must be empty: SQLite or PostgreSQL. To add computers to an existing one, see: compute-host computers import --help

Examples:
  $ COMPUTE_HOST_DATABASE_URL=postgres://host/database compute-host import /var/backups/compute-host.ndjson`,
    )
    .action(async (path: string, { json }: { json?: boolean }) => {
      try {
        await assertReadable(path);
        const summary = await withDatabase(io, (parts) =>
          importDatabase(() => createReadStream(path), parts),
        );
        await io.writeOutput(describe(summary, "Imported", json));
      } catch (error) {
        if (!(error instanceof ImportError)) throw error;
        throw new CliError(
          problemList(`${path} cannot be imported; nothing was.`, error.message.split("\n")),
        );
      }
    });
}

async function assertReadable(path: string): Promise<void> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new CliError(
      `${path} cannot be read: ${error.code === "ENOENT" ? "there is no such file" : error.message}.`,
    );
  });
  const isFile = (await file.stat()).isFile();
  await file.close();
  if (!isFile) throw new CliError(`${path} cannot be read: it is not a file.`);
}

/** Opens the database itself. A service that writes meanwhile would make what is read or written incomplete. */
async function withDatabase<Result>(
  io: CliIo,
  use: (parts: DatabaseParts) => Promise<Result>,
): Promise<Result> {
  const location = databaseOf(io);
  if (location.kind === "sqlite" && (await isServiceRunning(location.path))) {
    throw new CliError("The service is running on the database; stop it first.");
  }
  const { databaseUrl } = readConfig(io.environment, { only: ["DATABASE_URL"] });
  const storage = await openStorage({ databaseUrl, onCopied: (file) => noteCopy(io, file) });
  try {
    return await use(storage);
  } finally {
    await storage.close();
  }
}

/** A file for its owner only; one that was not finished is removed. */
async function writeFile(path: string, parts: DatabaseParts): Promise<DatabaseSummary> {
  const file = await open(path, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === "EEXIST" ? "the file exists" : error.message;
    throw new CliError(`${path} cannot be written: ${why}.`);
  });
  try {
    const summary = await exportDatabase(parts, async (text) => void (await file.write(text)));
    await file.sync();
    return summary;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

function describe(summary: DatabaseSummary, done: string, json: boolean | undefined): string {
  if (json) return `${JSON.stringify(summary)}\n`;
  const { computers, jobs, apiKeys, sha256 } = summary;
  return `${done} ${computers} computers, ${jobs} of them in provisioning, and ${apiKeys} API keys.\nSHA-256 of the records: ${sha256}\n`;
}
