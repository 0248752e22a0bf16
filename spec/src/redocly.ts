import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

const cli = fileURLToPath(import.meta.resolve("@redocly/cli/bin/cli.js"));

/** Folder of the spec's package, with a trailing slash. */
export const specFolder = fileURLToPath(new URL("../", import.meta.url));

/** What one run of Redocly's command line printed and answered. */
export interface RedoclyResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs Redocly's command line in the spec's folder, without telemetry; a failing run does not throw. */
export function runRedocly(args: readonly string[], timeoutMs = 60_000): Promise<RedoclyResult> {
  return new Promise((resolve, reject) => {
    const options = {
      cwd: specFolder,
      timeout: timeoutMs,
      maxBuffer: 64 * 1024 * 1024,
      env: {
        ...process.env,
        REDOCLY_TELEMETRY: "off",
        REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
        NO_COLOR: "1",
      },
    };
    execFile(process.execPath, [cli, ...args], options, (error, stdout, stderr) => {
      if (error && typeof error.code !== "number") {
        reject(new Error(`redocly ${args[0]} did not end within ${timeoutMs} ms`, { cause: error }));
        return;
      }
      resolve({ exitCode: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}
