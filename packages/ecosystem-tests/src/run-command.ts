import { spawn } from "node:child_process";

/** How a command is run. */
export interface CommandOptions {
  readonly cwd: string;
  /** Set on top of the environment of this process. */
  readonly env?: Record<string, string>;
  /**
   * The command is ended after so many milliseconds, and the run counts as failed.
   * @default 60_000
   */
  readonly timeoutMs?: number;
}

/** What a command printed and how it ended. */
export interface CommandResult {
  /** `null` when a signal, such as the time limit's, ended the command. */
  readonly exitCode: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a command to its end, whatever its exit code is; rejects only when it cannot be started. */
export function runCommand(command: string, args: string[], options: CommandOptions): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: { ...process.env, ...options.env },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: options.timeoutMs ?? 60_000,
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

/** Runs a command that has to succeed and returns what it printed; rejects with its output when it fails. */
export async function runOrThrow(command: string, args: string[], options: CommandOptions): Promise<string> {
  const { exitCode, stdout, stderr } = await runCommand(command, args, options);
  if (exitCode !== 0) {
    const end = exitCode === null ? "did not end in time" : `ended with exit code ${exitCode}`;
    throw new Error(`\`${[command, ...args].join(" ")}\` ${end}:\n${stdout}${stderr}`);
  }
  return stdout;
}
