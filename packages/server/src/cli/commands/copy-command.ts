import { existsSync } from "node:fs";
import { Command } from "commander";
import { type CopiedRecords, copyDatabase } from "../../admin/copy-database.ts";
import { type DatabaseLocation, parseDatabaseUrl } from "../../storage/database-url.ts";
import { loadBackups, openStorage } from "../../storage/open-storage.ts";
import type { Storage } from "../../storage/storage.ts";
import { CliError, type CliIo, counted, exitCodes } from "../cli-io.ts";
import { noteFiles } from "../database.ts";

/** Makes `compute-host copy`. */
export function copyCommand(io: CliIo): Command {
  return new Command("copy")
    .description("copy all computers and API keys into a new or empty database, and verify it")
    .argument("<from>", "URL of a database, or the name of a variable that contains it")
    .argument("<to>", "the same, for a new SQLite file or an empty PostgreSQL database")
    .addHelpText(
      "after",
      `
First stop the service on every node of both databases. Other users of the machine can see a URL on the command line:
if it has a password, put it into a variable and name that.

Examples:
  $ compute-host copy sqlite:/var/lib/compute-host/data.db COMPUTE_HOST_DATABASE_URL
  $ compute-host copy COMPUTE_HOST_DATABASE_URL sqlite:/var/lib/compute-host/data.db`,
    )
    .action(async (from: string, to: string) => {
      const { computers, jobs, apiKeys } = await copy(io, locate(io, from), locate(io, to));
      await io.writeOutput(
        `Copied ${counted(computers, "computer")}, ${jobs} of them in provisioning, ` +
          `and ${counted(apiKeys, "API key")}.\n`,
      );
    });
}

function locate({ environment }: CliIo, text: string): DatabaseLocation {
  if (!/^\w+$/.test(text)) return parseDatabaseUrl(text);
  const url = environment[text];
  if (!url) throw new CliError(`The variable ${text} is not set.`, exitCodes.usage);
  return parseDatabaseUrl(url);
}

async function copy(io: CliIo, from: DatabaseLocation, to: DatabaseLocation): Promise<CopiedRecords> {
  if (from.kind === "sqlite" && !existsSync(from.path))
    throw new CliError(`There is no database at ${from.path}.`);
  const source = await openExclusively(io, from);
  try {
    if (to.kind === "postgres") return await copyInto(io, source, to);
    const { makeBackup } = await loadBackups();
    let records: CopiedRecords | undefined;
    // As it was given: a `?` in the name of the working folder could not stand in a URL.
    await makeBackup(to.path, async (path) => {
      records = await copyInto(io, source, { ...to, path });
    });
    // Set by now, but TypeScript does not see what a callback sets.
    return records as unknown as CopiedRecords;
  } finally {
    await source.close();
  }
}

async function copyInto(io: CliIo, source: Storage, to: DatabaseLocation): Promise<CopiedRecords> {
  const target = await openExclusively(io, to);
  try {
    return await copyDatabase(source, target, to.label);
  } finally {
    await target.close();
  }
}

/**
 * Opens a database exclusively: the copy would lack what a service writes during it.
 *
 * @throws Error while one uses it.
 */
function openExclusively(io: CliIo, location: DatabaseLocation): Promise<Storage> {
  const databaseUrl = location.kind === "sqlite" ? `sqlite:${location.path}` : location.url;
  const { onCopied } = noteFiles(io);
  return openStorage({ databaseUrl, use: "exclusive", onCopied });
}
