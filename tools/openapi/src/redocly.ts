import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

const cli = fileURLToPath(import.meta.resolve("@redocly/cli/bin/cli.js"));

/** The output and exit code of one run of Redocly's command line. */
export interface RedoclyResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

const timeoutMs = 600_000;

/** Runs Redocly's command line in a folder without telemetry; a failing run does not throw. */
export function runRedocly(args: readonly string[], cwd: string): Promise<RedoclyResult> {
  const env = {
    ...process.env,
    REDOCLY_TELEMETRY: "off",
    REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
    NO_COLOR: "1",
  };
  const options = { cwd, timeout: timeoutMs, maxBuffer: 64 * 1024 * 1024, env };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [cli, ...args], options, (error, stdout, stderr) => {
      if (error && typeof error.code !== "number") {
        reject(new Error(`redocly ${args[0]} did not finish within ${timeoutMs} ms`, { cause: error }));
        return;
      }
      resolve({ exitCode: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}
