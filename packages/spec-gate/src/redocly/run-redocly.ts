import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { SpecGateError } from "../spec-gate-error.ts";
import { stoppable } from "./stoppable.ts";

const cli = createRequire(import.meta.url).resolve("@redocly/cli/bin/cli.js");
const timeoutMs = 120_000;

/** The output and exit code of one run of Redocly's command line. */
export interface RedoclyRun {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs Redocly's command line without telemetry. A run that finds problems does not throw. */
export function runRedocly(args: readonly string[], cwd = process.cwd()): Promise<RedoclyRun> {
  const env = {
    ...process.env,
    REDOCLY_TELEMETRY: "off",
    REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
    REDOCLY_SUPPRESS_NOTIFICATIONS: "true",
    NO_COLOR: "1",
  };
  const options = { cwd, env, timeout: timeoutMs, maxBuffer: 256 * 1024 * 1024 };
  return new Promise((resolve, reject) => {
    const child = execFile(process.execPath, [cli, ...args], options, (error, stdout, stderr) => {
      if (error && typeof error.code !== "number") {
        reject(
          new SpecGateError(`redocly ${args[0]} did not finish: ${error.message.split("\n")[0]}`, {
            cause: error,
          }),
        );
        return;
      }
      resolve({ exitCode: error ? Number(error.code) : 0, stdout, stderr });
    });
    stoppable(child);
  });
}
