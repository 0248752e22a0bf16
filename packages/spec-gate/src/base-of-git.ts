import { execFileSync } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { SpecGateError } from "./spec-gate-error.ts";

const limits = { timeout: 60_000, maxBuffer: 512 * 1024 * 1024 } as const;

/**
 * Puts the folder of the file, as it is at a git ref, into the target folder, so that references to files beside it
 * resolve.
 * @returns the path of the file there
 */
export function baseOfGit(ref: string, file: string, target: string): string {
  if (!existsSync(file)) throw new SpecGateError(`${file} cannot be read: there is no such file`);
  const folder = dirname(realpathSync(file));
  const root = git(folder, ["rev-parse", "--show-toplevel"], `${file} is in no git repository`)
    .toString()
    .trim();
  const path = relative(root, realpathSync(file));
  if (ref.startsWith("-")) throw new SpecGateError(`${ref} is no git ref`);
  git(
    root,
    ["rev-parse", "--verify", "--quiet", `${ref}^{commit}`],
    `there is no base: git knows no commit ${ref}`,
  );
  const missing = `there is no base: ${ref} has no ${path}`;
  git(root, ["cat-file", "-e", `${ref}:${path}`], missing);
  const archive = git(root, ["archive", "--format=tar", ref, "--", dirname(path)], missing);
  execFileSync("tar", ["-x", "-C", target], {
    ...limits,
    input: archive,
    stdio: ["pipe", "ignore", "ignore"],
  });
  return join(target, path);
}

function git(cwd: string, args: readonly string[], message: string): Buffer {
  try {
    return execFileSync("git", ["-C", cwd, ...args], { ...limits, stdio: ["ignore", "pipe", "ignore"] });
  } catch (cause) {
    throw new SpecGateError(message, { cause });
  }
}
