import { fileURLToPath } from "node:url";
import { runProcess } from "@compute-host/command-line/process";

/**
 * Runs a command of this package's dependencies. Some of them exit with an error and still print the requested output, so
 * the exit code is ignored.
 *
 * @returns what it printed
 */
export async function runBin(
  name: string,
  args: readonly string[],
  cwd: string,
  env?: NodeJS.ProcessEnv,
): Promise<string> {
  const bin = fileURLToPath(new URL(`../node_modules/.bin/${name}`, import.meta.url));
  const { exitCode, stdout, stderr } = await runProcess(bin, args, { cwd, env });
  if (exitCode === null) throw new Error(`${name} did not run: ${stderr}`);
  return stdout;
}
