import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Runs git in a folder; resolves to its output without the trailing line break. */
export async function git(folder: string, ...args: string[]): Promise<string> {
  const { stdout } = await run("git", args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 });
  return stdout.trimEnd();
}

/** Like {@link git}, but resolves to `undefined` if git fails, such as for a missing commit. */
export function tryGit(folder: string, ...args: string[]): Promise<string | undefined> {
  return git(folder, ...args).catch(() => undefined);
}

/** Resolves to the lines that git prints. */
export async function gitLines(folder: string, ...args: string[]): Promise<string[]> {
  return (await git(folder, ...args)).split("\n").filter(Boolean);
}
