import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Reference } from "../reference/start-reference.ts";

/** The build, which starts in a fraction of the time that the sources need. */
const cli = fileURLToPath(new URL("../dist/cli.js", import.meta.url));

/** The result of a run of the command. */
export interface CommandResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running command. */
export interface RunningCommand {
  readonly child: ChildProcess;
  readonly ended: Promise<CommandResult>;
}

/** Returns the tokens of a reference implementation as environment variables for the command. */
export function environmentOf({ url, credentials }: Reference): Record<string, string> {
  const { token, otherToken, revokedToken, expiredToken } = credentials;
  return {
    CONTRACT_BASE_URL: url,
    CONTRACT_TOKEN: token,
    CONTRACT_OTHER_TOKEN: otherToken,
    CONTRACT_REVOKED_TOKEN: revokedToken,
    CONTRACT_EXPIRED_TOKEN: expiredToken,
  };
}

/** Starts the command in a folder, with no other CONTRACT_ variables than these. */
export function startCommand(
  args: readonly string[],
  env: Record<string, string>,
  cwd: string,
): RunningCommand {
  const own = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith("CONTRACT_")),
  );
  const child = spawn(process.execPath, [cli, ...args], { cwd, env: { ...own, NO_COLOR: "1", ...env } });
  const result = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => (result.stdout += chunk));
  child.stderr.on("data", (chunk) => (result.stderr += chunk));
  const ended = once(child, "close", { signal: AbortSignal.timeout(600_000) }).then(([exitCode]) => ({
    exitCode: exitCode as number | null,
    ...result,
  }));
  return { child, ended };
}

/** Runs the command until it exits. */
export function runCommand(
  args: readonly string[],
  env: Record<string, string>,
  cwd: string,
): Promise<CommandResult> {
  return startCommand(args, env, cwd).ended;
}

/** Waits until a file exists; fails after five minutes. */
export async function waitForFile(file: string): Promise<void> {
  for (const deadline = Date.now() + 300_000; !existsSync(file); await sleep(5)) {
    if (Date.now() > deadline) throw new Error(`${file} did not appear.`);
  }
}
