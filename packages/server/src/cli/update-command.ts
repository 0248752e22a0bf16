import { Command } from "commander";
import type { OperatorUpdate } from "../admin/administration.ts";
import { CliError, type CliIo, exitCodes } from "./cli-io.ts";
import { explain } from "./explain.ts";
import { withAdministration } from "./open-administration.ts";

/** Makes `compute-host computers update`. */
export function updateCommand(io: CliIo): Command {
  return new Command("update")
    .description("set fields of a computer, such as the address of its machine")
    .argument("<id>", "ID of the computer")
    .option("--name <name>", "name, unique among the owner's computers")
    .option("--hostname <name>", "host name of the machine")
    .option("--host-id <uuid>", "host to link the computer to; it can be set once")
    .option("--remote-user <name>", "user name on the machine")
    .option("--relay-client-url <url>", "address of the relay for clients")
    .option("--relay-agent-url <url>", "address of the relay for the agent on the machine")
    .addHelpText(
      "after",
      "\nExamples:\n  $ compute-host computers update cmp_0b7f6a3e5f3d4a54 --hostname 192.0.2.7 --remote-user ada",
    )
    .action((id: string, options: OperatorUpdate) => update(io, id, options));
}

async function update(io: CliIo, id: string, fields: OperatorUpdate): Promise<void> {
  if (Object.keys(fields).length === 0) {
    throw new CliError("Name a field to set; see: compute-host computers update --help", exitCodes.usage);
  }
  try {
    await withAdministration(io, ({ updateComputer }) => updateComputer(id, fields));
    await io.writeOutput(`Updated ${id}.\n`);
  } catch (error) {
    throw explain(error, "The computer was not updated.");
  }
}
