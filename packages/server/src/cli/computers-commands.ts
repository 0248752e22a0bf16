import { Command, Option } from "commander";
import type { StoredComputer } from "../computers/computer.ts";
import type { CliIo } from "./cli-io.ts";
import { CliError } from "./cli-io.ts";
import { counted } from "./counted.ts";
import { explain } from "./explain.ts";
import { openInputFile } from "./input-file.ts";
import { logsCommand } from "./logs-command.ts";
import { withAdministration } from "./open-administration.ts";
import { formatTime } from "./table.ts";
import { updateCommand } from "./update-command.ts";
import { writeRecords } from "./write-records.ts";

/** Makes `compute-host computers`. */
export function computersCommand(io: CliIo): Command {
  return new Command("computers")
    .description("import, create, show, change, provision again and delete computers")
    .addCommand(importCommand(io))
    .addCommand(createCommand(io))
    .addCommand(listCommand(io))
    .addCommand(getCommand(io))
    .addCommand(logsCommand(io))
    .addCommand(updateCommand(io))
    .addCommand(retryCommand(io))
    .addCommand(deleteCommand(io));
}

function importCommand(io: CliIo): Command {
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
    .action((file: string) => importFile(io, file));
}

async function importFile(io: CliIo, path: string): Promise<void> {
  const file = await openInputFile(path);
  try {
    const imported = await withAdministration(io, ({ importComputers }) => importComputers(file), {
      mayCreate: true,
    });
    await io.writeOutput(`Imported ${counted(imported, "computer")}.\n`);
  } catch (error) {
    throw explain(error, `${path === "-" ? "Standard input" : path} cannot be imported; nothing was.`);
  } finally {
    file.destroy();
  }
}

interface CreateOptions {
  readonly owner: string;
  readonly name: string;
  readonly provider: string;
  readonly hostname?: string;
  readonly remoteUser?: string;
  readonly json?: boolean;
}

function createCommand(io: CliIo): Command {
  return new Command("create")
    .description("create a computer; the running service provisions it")
    .requiredOption("--owner <id>", "owner of the computer")
    .requiredOption("--name <name>", "name, unique among the owner's computers")
    .addOption(
      new Option("--provider <type>", "who provides the machine")
        .choices(["managed", "byom"])
        .default("managed"),
    )
    .option("--hostname <name>", "host name of the machine")
    .option("--remote-user <name>", "user name on the machine")
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      `
Examples:
  $ compute-host computers create --owner usr_ada --name build-box
  $ compute-host computers create --owner usr_ada --name workshop-mac --provider byom --remote-user ada`,
    )
    .action((options: CreateOptions) => createComputer(io, options));
}

async function createComputer(io: CliIo, options: CreateOptions): Promise<void> {
  const { owner: ownerId, provider: providerType, json, ...fields } = options;
  try {
    const record = { ...fields, ownerId, providerType };
    const computer = await withAdministration(io, ({ createComputer }) => createComputer(record), {
      mayCreate: true,
    });
    await io.writeOutput(json ? `${JSON.stringify(computer)}\n` : `${computer.id}\n`);
  } catch (error) {
    throw explain(error, "The computer was not created.");
  }
}

function listCommand(io: CliIo): Command {
  return new Command("list")
    .description("list the computers of all owners")
    .option("--owner <id>", "list only this owner's computers, newest first")
    .addOption(
      new Option("--status <status>", "list only computers in this status").choices([
        "provisioning",
        "active",
        "error",
      ]),
    )
    .option("--json", "print one JSON record per line, in the format of import")
    .addHelpText(
      "after",
      `
Examples:
  $ compute-host computers list --owner usr_ada
  $ compute-host computers list --status error
  $ compute-host computers list --json > computers.ndjson`,
    )
    .action(async ({ owner: ownerId, status, json }: { owner?: string; status?: string; json?: boolean }) => {
      await withAdministration(io, ({ listComputers }) =>
        writeRecords(io, listComputers({ ownerId, status }), { headings, rowOf, json }),
      );
    });
}

const headings = ["ID", "NAME", "STATUS", "PROVIDER", "OWNER", "CREATED"];

function rowOf({ id, name, status, providerType, ownerId, createdAt }: StoredComputer): string[] {
  return [id, name, status, providerType, ownerId, formatTime(createdAt)];
}

function getCommand(io: CliIo): Command {
  return new Command("get")
    .description("show a computer, its steps, and why one failed, as JSON")
    .argument("<id>", "ID of the computer")
    .action(async (id: string) => {
      const computer = await withAdministration(io, ({ getComputer }) => getComputer(id));
      await io.writeOutput(`${JSON.stringify(computer, undefined, 2)}\n`);
    });
}

function retryCommand(io: CliIo): Command {
  return new Command("retry")
    .description("provision a computer again, from any step")
    .argument("<id>", "ID of the computer")
    .option(
      "--from <step>",
      "step to begin with, such as create-computer; by default the first that has not completed",
    )
    .addHelpText(
      "after",
      "\nExamples:\n  $ compute-host computers retry cmp_0b7f6a3e5f3d4a54 --from create-computer",
    )
    .action(async (id: string, { from }: { from?: string }) => {
      await withAdministration(io, ({ retryComputer }) => retryComputer(id, from));
      await io.writeOutput(`Provisioning ${id} again.\n`);
    });
}

function deleteCommand(io: CliIo): Command {
  return new Command("delete")
    .description("delete a computer's record and stop its provisioning; this does not touch the machine")
    .argument("<id>", "ID of the computer")
    .action(async (id: string) => {
      const isFound = await withAdministration(io, ({ deleteComputer }) => deleteComputer(id));
      if (!isFound) throw new CliError(`There is no computer ${id}.`);
      await io.writeOutput(`Deleted ${id}.\n`);
    });
}
