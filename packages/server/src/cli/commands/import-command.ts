import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { describeReadFailure } from "@compute-host/command-line/read-failure";
import { Command } from "commander";
import { countLines, importComputers } from "../../admin/import-computers.ts";
import { CliError, type CliIo, counted } from "../cli-io.ts";
import { configuredDatabase, withStorage } from "../database.ts";
import { explain } from "./explain.ts";

/** The most lines of a file that is imported into SQLite while a service uses the database. */
const maxSharedLines = 100_000;
const exclusiveNote =
  `On SQLite, a file of more than ${maxSharedLines} lines is imported while no service is running, whose writes ` +
  "would wait for it. To import while one is running, split the file.\n";

/** Makes `compute-host computers import`. */
export function importCommand(io: CliIo): Command {
  return new Command("import")
    .description("import computers from a file, all of them or none")
    .argument("<file>", "one JSON record per line (NDJSON); - reads standard input")
    .addHelpText(
      "after",
      `
A record is a Computer of the API with an ownerId. id, createdAt, status and provisioningSteps may be left out:
without steps, a computer gets those of its providerType and is provisioned, unless its status is active.

On SQLite, a file of more than ${maxSharedLines} lines needs the service stopped.

Examples:
  $ echo '{"name":"build-box","providerType":"managed","ownerId":"usr_ada"}' | compute-host computers import -
  $ compute-host computers import computers.ndjson`,
    )
    .action(async (path: string) => {
      // Read before the database is opened, so that a stalled file blocks no writes.
      const file = await readInput(path);
      const what = `Nothing was imported from ${path === "-" ? "standard input" : path}:`;
      const lines = countLines(file);
      const isExclusive = lines > maxSharedLines && configuredDatabase(io).location.kind === "sqlite";
      if (isExclusive) io.writeNote(exclusiveNote);
      const use = isExclusive ? "exclusive" : "shared";
      const onProgress = (read: number) => io.writeNote(`Read ${read} of ${lines} lines.\n`);
      const imported = await explain(what, () =>
        withStorage(io, ({ computers }) => importComputers(computers, file, onProgress), {
          mayCreate: true,
          use,
        }),
      );
      await io.writeOutput(`Imported ${counted(imported, "computer")}.\n`);
    });
}

/** Reads a file, or standard input for `-`. @throws CliError when it cannot be read. */
async function readInput(path: string): Promise<Buffer> {
  if (path === "-") return buffer(process.stdin);
  try {
    return await readFile(path);
  } catch (error) {
    throw new CliError(`${path} cannot be read: ${describeReadFailure(error)}.`);
  }
}
