import { setTimeout as wait } from "node:timers/promises";
import { Command } from "commander";
import { getComputer } from "../../admin/computers.ts";
import type { StoredComputer, StoredStep } from "../../computers/computer.ts";
import { readConfig } from "../../config/config.ts";
import { keptDays, StepLogReader, stepLogFile } from "../../provisioning/command/run/step-logs.ts";
import { CliError, type CliIo } from "../cli-io.ts";
import { withStorage } from "../database.ts";
import { stepLogFolderOf } from "../step-log-folder.ts";
import { printable } from "./table.ts";

interface LogsOptions {
  readonly step?: string;
  readonly follow?: boolean;
}

/** How often a followed log is read, in milliseconds. The computer is read from the database less often. */
const readIntervalMs = 200;
const readsPerLook = 5;

/** Makes `compute-host computers logs`. */
export function logsCommand(io: CliIo): Command {
  return new Command("logs")
    .description("show the output of a computer's steps from their latest runs on this machine")
    .argument("<id>", "ID of the computer")
    .option("--step <step>", "show only this step")
    .option("--follow", "keep showing new output until provisioning, or the step, ends")
    .addHelpText(
      "after",
      `
Examples:
  $ compute-host computers logs cmp_0b7f6a3e5f3d4a54
  $ compute-host computers logs cmp_0b7f6a3e5f3d4a54 --step install-deps --follow`,
    )
    .action((id: string, options: LogsOptions) => showLogs(io, id, options));
}

async function showLogs(io: CliIo, id: string, { step: stepId, follow }: LogsOptions): Promise<void> {
  const config = readConfig(io.environment, { only: ["databaseUrl", "provisionerLogFolder"] });
  const folder = stepLogFolderOf(config);
  const look = async () =>
    chosenSteps(await withStorage(io, ({ computers }) => getComputer(computers, id)), stepId);

  const readers = new Map<string, StepLogReader>();
  const missing = new Set<string>();

  async function show({ id: stepId, status }: StoredStep, isOnlyStep: boolean): Promise<void> {
    const reader = readers.get(stepId) ?? new StepLogReader(stepLogFile(folder, id, stepId));
    let text = reader.read(status !== "running");
    if (text === undefined) return void missing.add(stepId);
    missing.delete(stepId);
    if (!readers.has(stepId) && !isOnlyStep) await io.writeOutput(`==> ${printable(stepId)} <==\n`);
    readers.set(stepId, reader);
    for (; text; text = reader.read(status !== "running")) await io.writeOutput(text);
  }

  for (let looked = await look(); ; looked = await look()) {
    const isOver = follow !== true || !looked.isRunning;
    const begun = looked.steps.filter(({ status }) => status !== "pending");
    for (const step of begun) await show(step, stepId !== undefined);
    if (isOver) break;
    const current = begun.find(({ status }) => status === "running");
    for (let read = 0; read < readsPerLook; read++) {
      await wait(readIntervalMs);
      if (current) await show(current, stepId !== undefined);
    }
  }
  for (const stepId of missing)
    io.writeNote(
      `There is no log of ${stepId} here: no command ran on this machine, ` +
        `or its log was removed after ${keptDays} days.\n`,
    );
}

function chosenSteps(
  { provisioningSteps, status, id }: StoredComputer,
  stepId: string | undefined,
): { readonly steps: readonly StoredStep[]; readonly isRunning: boolean } {
  if (stepId === undefined) return { steps: provisioningSteps, isRunning: status === "provisioning" };
  const steps = provisioningSteps.filter((step) => step.id === stepId);
  const [step] = steps;
  if (step === undefined) {
    const known = provisioningSteps.map(({ id }) => id).join(", ");
    throw new CliError(`The computer ${id} has no step ${stepId}; it has: ${known || "none"}.`);
  }
  const isOver = step.status === "completed" || status !== "provisioning";
  return { steps, isRunning: !isOver };
}
