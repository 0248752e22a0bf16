import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/**
 * Pastes what `npm start` printed for another terminal into bash, which has neither of the two variables; resolves to what that prints.
 *
 * @throws Error if a line is not valid, or one of them fails
 */
export async function paste(output: string): Promise<string> {
  const [, text = ""] = /in this folder:\n([\s\S]*)Ctrl-C stops it/.exec(output) ?? [];
  // What is left are the sentences between the commands.
  const script = text.replaceAll(/^[A-Z].*:$/gm, "");
  const { COMPUTE_HOST_URL: _url, COMPUTE_HOST_TOKEN: _token, ...env } = process.env;
  const bash = async (...args: readonly string[]) => {
    const run = promisify(execFile)("bash", args, { cwd: root, env, timeout: 300_000 });
    run.child.stdin?.end(script);
    return (await run).stdout;
  };
  await bash("-n");
  return bash("-e", "-u", "-o", "pipefail");
}
