import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

/**
 * Runs a command of this package's dependencies. Some of them exit with an error and still print the requested output, so
 * the exit code is ignored.
 *
 * @returns what it printed
 */
export function runBin(
  name: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  const bin = fileURLToPath(new URL(`../node_modules/.bin/${name}`, import.meta.url));
  const options = { cwd, env: { ...process.env, ...env }, timeout: 300_000 };
  return new Promise((resolve, reject) => {
    execFile(bin, args, options, (error, stdout, stderr) => {
      if (error && (error.killed || error.code === "ENOENT"))
        reject(new Error(`${name} did not run: ${stderr}`, { cause: error }));
      else resolve(stdout);
    });
  });
}
