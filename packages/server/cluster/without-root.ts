import { chownSync, mkdirSync, statSync } from "node:fs";

const nobody = 65_534;

/**
 * Lets a program that refuses root run as the owner of its folder, which is made if it is missing; where that is root, as nobody. It
 * keeps root's access to files, because what is above the folder may be closed to everybody else.
 *
 * @returns the command to run
 */
export function withoutRoot(folder: string, command: readonly string[]): readonly string[] {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (process.getuid?.() !== 0) return command;
  if (statSync(folder).uid === 0) chownSync(folder, nobody, nobody);
  const { uid, gid } = statSync(folder);
  // The last one: otherwise access(2), with which initdb looks for its programs, leaves the capability out of account.
  const access = [
    "--inh-caps=+dac_override",
    "--ambient-caps=+dac_override",
    "--securebits=+no_setuid_fixup",
  ];
  return ["setpriv", `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups", ...access, ...command];
}
