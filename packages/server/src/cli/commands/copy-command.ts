import { existsSync } from "node:fs";
import { resolve } from "node:path";
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
    .argument("<from>", "URL of a database, or the variable that holds it")
    .argument("<to>", "the same of a SQLite file that does not exist, or of an empty PostgreSQL database")
    .addHelpText(
      "after",
      `
Stop the service on every node of both first. A URL on the command line is shown to other users of the machine: name the variable
of one with a password.

Examples:
  $ compute-host copy sqlite:/var/lib/compute-host/data.db COMPUTE_HOST_DATABASE_URL
  $ compute-host copy COMPUTE_HOST_DATABASE_URL sqlite:/var/lib/compute-host/data.db`,
    )
    .action(async (from: string, to: string) => {
      const { computers, jobs, apiKeys } = await copy(io, locate(io, from), locate(io, to));
      await io.writeOutput(
        `Copied ${counted(computers, "computer")}, ${jobs} of them in provisioning, and ${counted(apiKeys, "API key")}.\n`,
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
  const source = await openAlone(io, from);
  try {
    if (to.kind === "postgres") return await copyInto(io, source, to);
    const { makeBackup } = await loadBackups();
    let records: CopiedRecords | undefined;
    await makeBackup(resolve(to.path), async (path) => {
      records = await copyInto(io, source, { ...to, path });
    });
    // Set by now: TypeScript does not see what a callback sets.
    return records as unknown as CopiedRecords;
  } finally {
    await source.close();
  }
}

async function copyInto(io: CliIo, source: Storage, to: DatabaseLocation): Promise<CopiedRecords> {
  const target = await openAlone(io, to);
  try {
    return await copyDatabase(source, target, to.label);
  } finally {
    await target.close();
  }
}

/** What a service wrote meanwhile would be missing. @throws Error while one runs on the database. */
function openAlone(io: CliIo, location: DatabaseLocation): Promise<Storage> {
  const databaseUrl = location.kind === "sqlite" ? `sqlite:${location.path}` : location.url;
  const { onCopied } = noteFiles(io);
  return openStorage({ databaseUrl, use: "alone", onCopied });
}
