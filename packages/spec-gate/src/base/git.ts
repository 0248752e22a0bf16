import { execFileSync } from "node:child_process";
import { SpecGateError } from "../spec-gate-error.ts";

const limits = { timeout: 60_000, maxBuffer: 512 * 1024 * 1024 } as const;

/**
 * Runs git in a folder.
 * @param message one line to report when git fails
 * @throws SpecGateError when git fails
 */
export function git(
  cwd: string,
  args: readonly string[],
  { message, input }: { readonly message: string; readonly input?: string },
): Buffer {
  try {
    return execFileSync("git", ["-C", cwd, ...args], {
      ...limits,
      ...(input === undefined ? {} : { input }),
      stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    });
  } catch (cause) {
    throw new SpecGateError(`${message}${wordsOf(cause)}`, { cause });
  }
}

/** Returns the first line that git prints, or `undefined` if it fails or prints nothing. */
export function askGit(cwd: string, args: readonly string[]): string | undefined {
  try {
    const [line] = git(cwd, args, { message: "" }).toString().split("\n");
    return line || undefined;
  } catch {
    return undefined;
  }
}

/** What git itself said, such as that a folder is not safe; empty where it said nothing. */
function wordsOf(cause: unknown): string {
  const [line] = String((cause as { readonly stderr?: unknown }).stderr ?? "").split("\n");
  return line ? ` (${line})` : "";
}
