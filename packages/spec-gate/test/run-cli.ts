import { type ProgramRun, runProgram } from "@compute-host/command-line/testing";

/** Runs the gate's command line in a folder, in this process: a process for each run would cost half a second. */
export async function runCli(
  args: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: ProgramRun["exitCode"]; readonly stdout: string; readonly stderr: string }> {
  const before = process.cwd();
  process.chdir(cwd);
  try {
    const { exitCode, ...output } = await runProgram(
      new URL("../src/cli.ts", import.meta.url),
      args,
      environment,
    );
    return { code: exitCode, ...output };
  } finally {
    process.chdir(before);
  }
}
