import { runCommandLine } from "../../src/cli/command-line.ts";

/** Runs the gate's command line in a folder, in this process. */
export async function runCli(
  args: readonly string[],
  cwd: string,
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  const folder = process.cwd();
  process.chdir(cwd);
  try {
    const { exitCode, output, error } = await runCommandLine(args);
    return { code: exitCode, stdout: output, stderr: error };
  } finally {
    process.chdir(folder);
  }
}
