import { spawn } from "node:child_process";

/** The options for running a command. */
export interface CommandOptions {
  readonly cwd: string;
  /** Variables added to the environment of this process. */
  readonly env?: Record<string, string>;
  /**
   * The time limit in milliseconds, after which the command is killed and counts as failed.
   * @default 300_000
   */
  readonly timeoutMs?: number;
}

/** The output and exit code of a command. */
export interface CommandResult {
  /** `null` if a signal ended the command, such as at the time limit. */
  readonly exitCode: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a command until it exits with any code; rejects only if it cannot be started. */
export function runCommand(command: string, args: string[], options: CommandOptions): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: { ...process.env, ...options.env },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: options.timeoutMs ?? 300_000,
      killSignal: "SIGKILL",
    });
    const result: CommandResult = { exitCode: null, stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      result.stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      result.stderr += text;
    });
    child.on("error", reject);
    child.on("close", (exitCode) => resolve({ ...result, exitCode }));
  });
}

/** Runs a command that has to succeed and returns its output; rejects with the output if it fails. */
export async function runOrThrow(command: string, args: string[], options: CommandOptions): Promise<string> {
  const { exitCode, stdout, stderr } = await runCommand(command, args, options);
  if (exitCode !== 0) {
    const end = exitCode === null ? "did not finish in time" : `ended with exit code ${exitCode}`;
    throw new Error(`\`${[command, ...args].join(" ")}\` ${end}:\n${stdout}${stderr}`);
  }
  return stdout;
}
