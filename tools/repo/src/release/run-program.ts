import { fileURLToPath } from "node:url";
import { runProcess } from "@compute-host/command-line/process";

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
export async function runProgram(
  command: string,
  args: readonly string[],
  cwd = process.cwd(),
): Promise<ProgramResult> {
  const options = { cwd, timeoutMs: 120_000, env: { NO_COLOR: "1" } };
  const { exitCode, stdout, stderr } = await runProcess(command, args, options);
  if (exitCode === null) throw new Error(`${command} ${args[0] ?? ""} did not finish`);
  return { exitCode, stdout, stderr };
}
