import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

const gate = fileURLToPath(
  new URL("src/cli.ts", import.meta.resolve("@compute-host/spec-gate/package.json")),
);

/** The output and exit code of a program. */
export interface ProgramResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the spec gate's command line and returns its exit code. */
export function runGate(args: readonly string[], cwd = process.cwd()): Promise<ProgramResult> {
  return runProgram(process.execPath, [gate, ...args], cwd);
}

/** Runs a program until it exits; a failing run does not throw. */
export function runProgram(
  command: string,
  args: readonly string[],
  cwd = process.cwd(),
): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const options = {
      cwd,
      timeout: 120_000,
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, NO_COLOR: "1" },
    };
    execFile(command, [...args], options, (error, stdout, stderr) => {
      if (error && typeof error.code !== "number") {
        reject(new Error(`${command} ${args[0] ?? ""} did not finish`, { cause: error }));
        return;
      }
      resolve({ exitCode: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}
