import { Command, Option } from "commander";
import {
  createComputer,
  deleteComputer,
  getComputer,
  listComputers,
  type OperatorUpdate,
  retryComputer,
  updateComputer,
} from "../../admin/computers.ts";
import type { StoredComputer } from "../../computers/computer.ts";
import { CliError, type CliIo, exitCodes } from "../cli-io.ts";
import { withStorage } from "../database.ts";
import { explain } from "./explain.ts";
import { importCommand } from "./import-command.ts";
import { logsCommand } from "./logs-command.ts";
import { formatTime, jsonLine, writeRecords } from "./table.ts";

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
    .action(async ({ owner: ownerId, provider: providerType, json, ...fields }: CreateOptions) => {
      const record = { ...fields, ownerId, providerType };
      const computer = await explain("The computer was not created.", () =>
        withStorage(io, ({ computers }) => createComputer(computers, record), { mayCreate: true }),
      );
      await io.writeOutput(json ? jsonLine(computer) : `${computer.id}\n`);
    });
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
      await withStorage(io, ({ computers }) =>
        writeRecords(io, listComputers(computers, { ownerId, status }), { headings, rowOf, json }),
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
      const computer = await withStorage(io, ({ computers }) => getComputer(computers, id));
      await io.writeOutput(`${JSON.stringify(computer, undefined, 2)}\n`);
    });
}

function updateCommand(io: CliIo): Command {
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
      "\nExamples:\n" +
        "  $ compute-host computers update cmp_0b7f6a3e5f3d4a54 --hostname 192.0.2.7 --remote-user ada",
    )
    .action(async (id: string, fields: OperatorUpdate) => {
      if (Object.keys(fields).length === 0)
        throw new CliError(
          "Give at least one field to set; see: compute-host computers update --help",
          exitCodes.usage,
        );
      await explain("The computer was not updated.", () =>
        withStorage(io, ({ computers }) => updateComputer(computers, id, fields)),
      );
      await io.writeOutput(`Updated ${id}.\n`);
    });
}

function retryCommand(io: CliIo): Command {
  return new Command("retry")
    .description("provision a computer again, from any step")
    .argument("<id>", "ID of the computer")
    .option(
      "--from <step>",
      "step to start from, such as create-computer; by default, the first that has not completed",
    )
    .addHelpText(
      "after",
      "\nExamples:\n  $ compute-host computers retry cmp_0b7f6a3e5f3d4a54 --from create-computer",
    )
    .action(async (id: string, { from }: { from?: string }) => {
      await withStorage(io, ({ computers }) => retryComputer(computers, id, from));
      await io.writeOutput(`Provisioning ${id} again.\n`);
    });
}

function deleteCommand(io: CliIo): Command {
  return new Command("delete")
    .description("delete a computer's record and stop its provisioning; this does not touch the machine")
    .argument("<id>", "ID of the computer")
    .action(async (id: string) => {
      const isFound = await withStorage(io, ({ computers }) => deleteComputer(computers, id));
      if (!isFound) throw new CliError(`There is no computer ${id}.`);
      await io.writeOutput(`Deleted ${id}.\n`);
    });
}
