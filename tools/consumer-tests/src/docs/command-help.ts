import { join } from "node:path";
import { runOrThrow } from "@compute-host/command-line/process";
import { workspaceRoot } from "../packages/published-packages.ts";

/** A command and its `--help` output. */
export interface CommandHelp {
  readonly command: string;
  readonly help: string;
}

const programs: Readonly<Record<string, string>> = {
  "compute-host": "packages/server/dist/main.js",
  "contract-tests": "packages/contract-tests/dist/cli.js",
  "spec-gate": "packages/spec-gate/dist/cli.js",
};

/** The file with the collected help in the docs. */
export const commandHelpFile = join(workspaceRoot, "packages/docs/generated/command-line.gen.json");

/** Collects the help of every published command and its subcommands, as they were built. */
export async function collectCommandHelp(): Promise<CommandHelp[]> {
  const found = await Promise.all(Object.keys(programs).map((program) => helpOf([program])));
  return found.flat();
}

async function helpOf([program = "", ...path]: readonly string[]): Promise<CommandHelp[]> {
  const help = await run(program, ...path, "--help");
  const below = await Promise.all(subcommandsOf(help).map((name) => helpOf([program, ...path, name])));
  return [{ command: [program, ...path].join(" "), help: help.trim() }, ...below.flat()];
}

function run(program: string, ...args: readonly string[]): Promise<string> {
  return runOrThrow(process.execPath, [join(workspaceRoot, programs[program] ?? ""), ...args], {
    cwd: workspaceRoot,
    env: { COLUMNS: "80", NODE_NO_WARNINGS: "1", NO_COLOR: "1" },
  });
}

/** Reads the names in commander's list `Commands:`. */
function subcommandsOf(help: string): string[] {
  const list = /^Commands:\n((?: {2}.*\n)*)/m.exec(help)?.[1] ?? "";
  return Array.from(list.matchAll(/^ {2}([a-z][\w-]*)/gm), ([, name = ""]) => name).filter(
    (name) => name !== "help",
  );
}
