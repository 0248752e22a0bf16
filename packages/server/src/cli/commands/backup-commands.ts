import { resolve } from "node:path";
import { Command } from "commander";
import { loadBackups } from "../../storage/open-storage.ts";
import { CliError, type CliIo, counted } from "../cli-io.ts";
import { configuredDatabase, withStorage } from "../database.ts";
import { noteBackup } from "../last-backup.ts";

/** Makes `compute-host backup`. */
export function backupCommand(io: CliIo): Command {
  return new Command("backup")
    .description("copy the database into a file and verify the copy, even while the service is running")
    .argument("<file>", "file to write; it must not exist")
    .addHelpText("after", "\nExamples:\n  $ compute-host backup /var/backups/compute-host-2027-01-31.db")
    .action(async (file: string) => {
      const database = databaseFileOf(io);
      const path = resolve(file);
      const { makeBackup } = await loadBackups();
      const content = await makeBackup(path, (copy) => withStorage(io, (storage) => storage.backup(copy)));
      await noteBackup(database, path).catch((error: Error) =>
        io.writeNote(`The time of this backup could not be recorded for the metrics: ${error.message}.\n`),
      );
      await io.writeOutput(`Wrote ${path}: ${describe(content)}.\n`);
    });
}

/** Makes `compute-host restore`. */
export function restoreCommand(io: CliIo): Command {
  return new Command("restore")
    .description("verify a backup and replace the database with it; the service must be stopped")
    .argument("<file>", "file written by backup")
    .option("--overwrite", "replace an existing database")
    .addHelpText(
      "after",
      "\nExamples:\n  $ compute-host restore /var/backups/compute-host-2027-01-31.db --overwrite",
    )
    .action(async (file: string, { overwrite = false }: { overwrite?: boolean }) => {
      const path = databaseFileOf(io);
      const { restoreBackup } = await loadBackups();
      const content = restoreBackup(resolve(file), resolve(path), overwrite);
      await io.writeOutput(`Restored ${path}: ${describe(content)}.\n`);
    });
}

function describe({ computers, keys }: { readonly computers: number; readonly keys: number }): string {
  return `${counted(computers, "computer")}, ${counted(keys, "API key")}`;
}

/** Path of the configured database. @throws CliError for PostgreSQL, which has tools for this. */
function databaseFileOf(io: CliIo): string {
  const { location } = configuredDatabase(io);
  if (location.kind === "sqlite") return location.path;
  throw new CliError(
    "PostgreSQL has its own tools for this: pg_dump --format=custom --schema=compute_host writes a backup, " +
      "pg_restore reads it.",
  );
}
