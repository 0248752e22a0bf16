import { relative } from "node:path";
import { type BaseChoice, baseOfGit } from "../base/base-of-git.ts";
import { SpecGateError } from "../spec-gate-error.ts";
import type { CommandResult } from "./judge-command.ts";

/** Writes the base of a description from git, with the files it references, below a folder, for other tools. */
export function baseCommand(file: string, folder: string, choice: BaseChoice): CommandResult {
  const { name, file: written } = baseOfGit(file, choice, folder);
  if (written === undefined) throw new SpecGateError(`there is no base: ${name} has no ${file}`);
  return { exitCode: 0, output: `${relative(process.cwd(), written)}\n` };
}
