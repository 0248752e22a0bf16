#!/usr/bin/env node
import { parseArgs } from "node:util";
import { checkCommand } from "./commands/check-command.ts";
import { type CommandResult, diffCommand } from "./commands/diff-command.ts";
import { helpText } from "./commands/help.ts";
import { SpecGateError } from "./spec-gate-error.ts";

const options = {
  base: { type: "string" },
  revision: { type: "string" },
  "base-ref": { type: "string" },
  format: { type: "string" },
  config: { type: "string" },
  "check-version": { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const;

async function run(argv: readonly string[]): Promise<CommandResult> {
  const { values, positionals } = parseArgs({ args: [...argv], options: options, allowPositionals: true });
  const [command, ...files] = positionals;
  if (values.help || command === undefined) return { exitCode: 0, output: helpText() };
  if (command !== "diff" && command !== "check") {
    throw new SpecGateError(`there is no command ${command}; see spec-gate --help`);
  }
  const baseRef = values["base-ref"];
  const base = values.base ?? (baseRef === undefined ? files.shift() : undefined);
  const revision = values.revision ?? files.shift();
  if (files.length > 0) throw new SpecGateError(`${files[0]} is one file too many; see spec-gate --help`);
  const named = { base, revision, baseRef, format: values.format };
  if (command === "check") return checkCommand({ ...named, config: values.config });
  return diffCommand({ ...named, isVersionChecked: values["check-version"] });
}

try {
  // `pnpm spec:diff -- --format json` hands the two dashes on.
  const { exitCode, output } = await run(process.argv.slice(2).filter((argument) => argument !== "--"));
  process.stdout.write(output);
  process.exitCode = exitCode;
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`spec-gate cannot judge: ${message.split("\n")[0]}\n`);
  process.exitCode = 2;
}
