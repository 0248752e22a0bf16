import { fileURLToPath } from "node:url";
import type { ProcessResult } from "@compute-host/command-line/process";
import { runRedocly } from "@compute-host/openapi/redocly";

/** Folder of the spec's package, with a trailing slash. */
export const specFolder = fileURLToPath(new URL("../", import.meta.url));

/** Runs Redocly's command line in the spec's folder. */
export function redocly(...args: readonly string[]): Promise<ProcessResult> {
  return runRedocly(args, specFolder);
}
