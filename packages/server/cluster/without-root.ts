import { chownSync, mkdirSync, statSync } from "node:fs";

const nobody = 65_534;

/**
 * Makes a program that refuses to run as root run as the owner of its folder, which is created if missing; if that is
 * root, as `nobody`. The program keeps root's access to files, because folders above may be closed to other users.
 *
 * @returns the command to run
 */
export function withoutRoot(folder: string, command: readonly string[]): readonly string[] {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (process.getuid?.() !== 0) return command;
  if (statSync(folder).uid === 0) chownSync(folder, nobody, nobody);
  const { uid, gid } = statSync(folder);
  // The last one makes access(2), with which initdb looks for its programs, consider the capability.
  const access = [
    "--inh-caps=+dac_override",
    "--ambient-caps=+dac_override",
    "--securebits=+no_setuid_fixup",
  ];
  return ["setpriv", `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups", ...access, ...command];
}
