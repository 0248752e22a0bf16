import { type FileHandle, open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { Command } from "commander";
import { importComputers } from "../../admin/import-computers.ts";
import { CliError, type CliIo, counted } from "../cli-io.ts";
import { withStorage } from "../database.ts";
import { explain } from "./explain.ts";

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

Examples:
  $ echo '{"name":"build-box","providerType":"managed","ownerId":"usr_ada"}' | compute-host computers import -
  $ compute-host computers import computers.ndjson`,
    )
    .action(async (path: string) => {
      const file = await openInput(path);
      const what = `${path === "-" ? "Standard input" : path} cannot be imported; nothing was.`;
      try {
        const imported = await explain(what, () =>
          withStorage(io, ({ computers }) => importComputers(computers, file), { mayCreate: true }),
        );
        await io.writeOutput(`Imported ${counted(imported, "computer")}.\n`);
      } finally {
        file.destroy();
      }
    });
}

/** Opens a file, or standard input for `-`; the caller destroys it. @throws CliError when it cannot be read. */
async function openInput(path: string): Promise<Readable> {
  if (path === "-") return process.stdin;
  return (await openFile(path)).createReadStream({ highWaterMark: 256 * 1024 });
}

async function openFile(path: string): Promise<FileHandle> {
  let file: FileHandle;
  try {
    file = await open(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = { ENOENT: "there is no such file", EACCES: "this user may not read it" }[code ?? ""] ?? code;
    throw new CliError(`${path} cannot be read: ${why}.`);
  }
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw new CliError(`${path} cannot be read: it is not a file.`);
}
