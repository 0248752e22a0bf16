import { type ProgramRun, runProgram } from "@compute-host/command-line/testing";

/** Runs the gate's command line in a folder, in this process. */
export async function runCli(
  args: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: ProgramRun["exitCode"]; readonly stdout: string; readonly stderr: string }> {
  const cli = new URL("../src/cli.ts", import.meta.url);
  const { exitCode, ...output } = await runProgram(cli, args, { cwd, environment });
  return { code: exitCode, ...output };
}
