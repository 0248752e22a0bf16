import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { Command } from "commander";
import { copyDatabase } from "../admin/copy-database.ts";
import { loadBackups, type OpenStorageOptions, openStorage } from "../storage/open-storage.ts";
import { CliError, type CliIo } from "./cli-io.ts";
import { counted } from "./counted.ts";
import { configuredDatabase, noteFiles } from "./open-administration.ts";

/** Makes `compute-host export`. */
export function exportCommand(io: CliIo): Command {
  return new Command("export")
    .description("copy all computers and API keys into a new SQLite database, and verify it")
    .argument("<file>", "file to write; it must not exist")
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      `
Stop the service on every node first: the file would lack what it writes during the export. The file is as secret as the database.

Examples:
  $ compute-host export /var/lib/compute-host/data.db`,
    )
    .action(async (path: string, { json }: { json?: boolean }) => {
      const { databaseUrl, location } = configuredDatabase(io);
      if (location.kind === "sqlite" && !existsSync(location.path)) {
        throw new CliError(`There is no database at ${location.path}; set COMPUTE_HOST_DATABASE_URL.`);
      }
      let report = "";
      const { makeBackup } = await loadBackups();
      await makeBackup(resolve(path), async (target) => {
        const { onCopied } = noteFiles(io);
        report = await copy({ from: databaseUrl, to: sqliteUrl(target), done: "Exported", json, onCopied });
      });
      await io.writeOutput(report);
    });
}

/** Makes `compute-host import`. */
export function importCommand(io: CliIo): Command {
  return new Command("import")
    .description("copy everything in a SQLite database into an empty database, and verify it")
    .argument("<file>", "SQLite database, or a file written by backup or export")
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      `
The database must be empty: SQLite or PostgreSQL. To add computers to an existing one, see: compute-host computers import --help

Examples:
  $ COMPUTE_HOST_DATABASE_URL=postgres://host/database compute-host import /var/lib/compute-host/data.db`,
    )
    .action(async (path: string, { json }: { json?: boolean }) => {
      const { databaseUrl } = configuredDatabase(io);
      const file = statSync(path, { throwIfNoEntry: false });
      if (!file?.isFile()) {
        throw new CliError(`${path} cannot be read: ${file ? "it is not a file" : "there is no such file"}.`);
      }
      const from = sqliteUrl(path);
      await io.writeOutput(await copy({ from, to: databaseUrl, done: "Imported", json, ...noteFiles(io) }));
    });
}

interface Transfer extends Pick<OpenStorageOptions, "onCreated" | "onCopied"> {
  readonly from: string;
  readonly to: string;
  readonly done: string;
  readonly json: boolean | undefined;
}

/**
 * Opens both databases itself, and resolves to what it reports. A service that writes meanwhile would make the copy
 * incomplete.
 */
async function copy({ from, to, done, json, ...options }: Transfer): Promise<string> {
  const source = await openStorage({ databaseUrl: from, ...options });
  try {
    const target = await openStorage({ databaseUrl: to, ...options });
    try {
      const records = await copyDatabase(source, target);
      const { computers, jobs, apiKeys } = records;
      return json
        ? `${JSON.stringify(records)}\n`
        : `${done} ${counted(computers, "computer")}, ${jobs} of them in provisioning, and ${counted(apiKeys, "API key")}.\n`;
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

function sqliteUrl(path: string): string {
  return `sqlite:${resolve(path)}`;
}
