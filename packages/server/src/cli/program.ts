import { Command, CommanderError } from "commander";
import { ConfigError } from "../config/config.ts";
import { maskSecrets } from "../observability/mask-secrets.ts";
import { DatabaseUrlError } from "../storage/database-url.ts";
import type { CliIo } from "./cli-io.ts";
import { CliError, exitCodes } from "./cli-io.ts";
import { backupCommand, restoreCommand } from "./commands/backup-commands.ts";
import { computersCommand } from "./commands/computers-commands.ts";
import { copyCommand } from "./commands/copy-command.ts";
import { keysCommand } from "./commands/keys-commands.ts";
import { serveCommand } from "./serve/serve-command.ts";

/** Runs the command line and resolves to its exit code, one of {@link exitCodes}. */
export async function runProgram(args: readonly string[], version: string, io: CliIo): Promise<number> {
  const program = createProgram(version, io);
  try {
    await program.parseAsync(args, { from: "user" });
    return exitCodes.ok;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    io.writeNote(`compute-host: ${maskSecrets(messageOf(error))}\n`);
    if (error instanceof CliError) return error.exitCode;
    const isSetting = error instanceof ConfigError || error instanceof DatabaseUrlError;
    return isSetting ? exitCodes.usage : exitCodes.failed;
  }
}

/** Makes the program with all its commands. */
export function createProgram(version: string, io: CliIo): Command {
  const program = new Command("compute-host")
    .description("serve the Compute Host Management Interface and administer its computers and keys")
    .version(version)
    .addCommand(serveCommand(io, version))
    .addCommand(computersCommand(io))
    .addCommand(keysCommand(io))
    .addCommand(backupCommand(io))
    .addCommand(restoreCommand(io))
    .addCommand(copyCommand(io))
    .addHelpText(
      "after",
      `
The settings come from the environment (COMPUTE_HOST_DATABASE_URL and others). The commands work on the database
whether or not the service is running.

Examples:
  $ compute-host serve --sandbox
  $ compute-host keys create --owner usr_ada
  $ compute-host computers import computers.ndjson
  $ compute-host backup /var/backups/compute-host.db`,
    );
  for (const command of commandsOf(program)) {
    command.exitOverride().configureOutput({
      writeOut: (text) => void io.writeOutput(text),
      writeErr: io.writeNote,
      outputError: (text, write) => write(text.replace(/^error/, "compute-host")),
    });
  }
  return program;
}

function commandsOf(command: Command): Command[] {
  return [command, ...command.commands.flatMap(commandsOf)];
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
