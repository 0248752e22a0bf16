import { fileURLToPath } from "node:url";
import { type ProcessResult, runProcess } from "@compute-host/command-line/process";

const cli = fileURLToPath(import.meta.resolve("@redocly/cli/bin/cli.js"));

const timeoutMs = 600_000;

/** Runs Redocly's command line in a folder, without telemetry; a failing run does not throw. */
export async function runRedocly(args: readonly string[], cwd: string): Promise<ProcessResult> {
  const env = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", NO_COLOR: "1" };
  const run = await runProcess(process.execPath, [cli, ...args], { cwd, timeoutMs, env });
  if (run.exitCode === null) throw new Error(`redocly ${args[0]} did not finish within ${timeoutMs} ms`);
  return run;
}
