#!/usr/bin/env node
import { parseArgs } from "node:util";
import { checkCommand } from "./commands/check-command.ts";
import { type CommandResult, diffCommand } from "./commands/diff-command.ts";
import { formatCommand } from "./commands/format-command.ts";
import { helpText } from "./commands/help.ts";
import { ruleTable } from "./policy/rule-table.ts";
import { SpecGateError } from "./spec-gate-error.ts";

const options = {
  base: { type: "string" },
  revision: { type: "string" },
  "base-ref": { type: "string" },
  "merge-base": { type: "boolean" },
  format: { type: "string" },
  policy: { type: "string" },
  accepted: { type: "string" },
  accept: { type: "boolean" },
  reason: { type: "string" },
  until: { type: "string" },
  types: { type: "boolean" },
  config: { type: "string" },
  "max-bytes": { type: "string" },
  rest: { type: "string" },
  step: { type: "string", multiple: true },
  "version-command": { type: "string" },
  "check-version": { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const;

async function run(argv: readonly string[]): Promise<CommandResult> {
  const { values, positionals } = parse(argv);
  const [command, ...files] = positionals;
  const { format, config } = values;
  if (values.help || command === undefined) return { exitCode: 0, output: helpText() };
  if (command === "rules") return { exitCode: 0, output: ruleTable() };
  if (command === "format") {
    return formatCommand({ file: onlyOne(files), format, maxBytes: values["max-bytes"], rest: values.rest });
  }
  if (command !== "diff" && command !== "check") {
    throw new SpecGateError(`unknown command ${command}; see spec-gate --help`);
  }
  const baseRef = values["base-ref"];
  // The first of two files is the base; one file alone is the base for `diff`, and the revision for `check`.
  const isBaseNamed =
    baseRef === undefined && !values["merge-base"] && files.length > (command === "diff" ? 0 : 1);
  const base = values.base ?? (isBaseNamed ? files.shift() : undefined);
  const revision = values.revision ?? onlyOne(files);
  const { policy, accepted, accept: isAccepting, reason, until } = values;
  const decisions = { policy, accepted, isAccepting, reason, until };
  const named = {
    base,
    revision,
    baseRef,
    isMergeBase: values["merge-base"],
    format,
    ...decisions,
    isTyped: values.types,
  };
  if (command === "diff") return diffCommand({ ...named, isVersionChecked: values["check-version"] });
  return checkCommand({ ...named, config, steps: values.step, versionCommand: values["version-command"] });
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true });
  } catch (cause) {
    const [sentence] = (cause as Error).message.split(/\. |\n/);
    throw new SpecGateError(`${sentence}; see spec-gate --help`, { cause });
  }
}

function onlyOne(files: readonly string[]): string | undefined {
  if (files.length > 1) throw new SpecGateError(`unexpected argument ${files[1]}; see spec-gate --help`);
  return files[0];
}

try {
  // `pnpm spec:diff -- --format json` passes the two dashes on.
  const { exitCode, output } = await run(process.argv.slice(2).filter((argument) => argument !== "--"));
  process.stdout.write(output);
  process.exitCode = exitCode;
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`spec-gate: ${message.split("\n")[0]}\n`);
  process.exitCode = 2;
}
