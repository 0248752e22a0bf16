import { existsSync, statSync } from "node:fs";

/** A user whom no account needs to exist for. */
const nobody = { uid: 65_534, gid: 65_534 };

/** Who runs PostgreSQL. */
export interface OtherUser {
  readonly uid: number;
  readonly gid: number;
  /** Runs a command, its last arguments, as that user. */
  readonly launcher: readonly string[];
}

/**
 * Chooses who runs a program that refuses root: the owner of its folder, or nobody. It keeps root's access to files, because the clone and
 * the folder may be closed to everybody else.
 *
 * @returns `undefined` if this process does not run as root
 */
export function userWithoutRoot(folder: string): OtherUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = existsSync(folder) ? statSync(folder) : nobody;
  const { uid, gid } = owner.uid === 0 ? nobody : owner;
  const access = [
    "--inh-caps=+dac_override",
    "--ambient-caps=+dac_override",
    // Otherwise access(2), with which initdb looks for its programs, leaves it out of account.
    "--securebits=+no_setuid_fixup",
  ];
  const launcher = ["setpriv", `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups", ...access];
  return { uid, gid, launcher };
}
