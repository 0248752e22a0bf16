import { Command } from "commander";
import type { StoredComputer, StoredStep } from "../computers/computer.ts";
import type { CliIo } from "./cli-io.ts";
import { withAdministration } from "./open-administration.ts";
import { formatTable, formatTime, printable } from "./table.ts";

/** Makes `compute-host computers get`. */
export function getCommand(io: CliIo): Command {
  return new Command("get")
    .description("show a computer, its steps, and why one failed")
    .argument("<id>", "ID of the computer")
    .option("--json", "print JSON")
    .action(async (id: string, { json }: { json?: boolean }) => {
      const computer = await withAdministration(io, ({ getComputer }) => getComputer(id));
      await io.writeOutput(json ? `${JSON.stringify(computer)}\n` : describe(computer));
    });
}

function describe({ provisioningSteps: steps, createdAt, ...fields }: StoredComputer): string {
  const values = Object.entries({ ...fields, createdAt: formatTime(createdAt) }).map(([name, value]) => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  const errors = steps.flatMap(({ id, error }) =>
    error === undefined
      ? []
      : [`\n${printable(id)} failed:\n${error.split("\n").map(printable).join("\n")}\n`],
  );
  const table =
    steps.length === 0
      ? ""
      : `\n${formatTable(["STEP", "STATUS", "STARTED", "COMPLETED"], steps.map(rowOf))}`;
  return `${formatTable(["FIELD", "VALUE"], values)}${table}${errors.join("")}`;
}

function rowOf({ id, status, startedAt, completedAt }: StoredStep): string[] {
  return [
    id,
    status,
    ...[startedAt, completedAt].map((time) => (time === undefined ? "" : formatTime(time))),
  ];
}
