import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const cli = fileURLToPath(import.meta.resolve("@redocly/cli/bin/cli.js"));

/** Path of the description that is under test. */
export const specFile = fileURLToPath(import.meta.resolve("@compute-host/spec/openapi.yaml"));
/** Path of its workflows. */
export const workflowsFile = fileURLToPath(import.meta.resolve("@compute-host/spec/workflows.arazzo.yaml"));

/** Runs Redocly's command line without telemetry; its findings are in the files that it is told to write. */
export async function runRedocly(args: readonly string[]): Promise<string> {
  const env = {
    ...process.env,
    REDOCLY_TELEMETRY: "off",
    REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
    NO_COLOR: "1",
  };
  const running = promisify(execFile)(process.execPath, [cli, ...args], { env, timeout: 120_000 });
  return running.then(
    ({ stdout, stderr }) => stdout + stderr,
    (error: { code?: unknown; stdout?: string; stderr?: string }) => {
      if (typeof error.code !== "number")
        throw new Error(`redocly ${args[0]} did not run to its end`, { cause: error });
      return `${error.stdout}${error.stderr}`;
    },
  );
}
