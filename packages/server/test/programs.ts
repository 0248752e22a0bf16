import { spawnSync } from "node:child_process";

/** Why a program that a test needs cannot be used, and what to install. */
export function missingProgram(
  program: string,
  args: readonly string[],
  debianPackage: string,
): { readonly missing?: string } {
  const { error } = spawnSync(program, args);
  return error === undefined ? {} : { missing: `${program} is missing: install ${debianPackage}` };
}
