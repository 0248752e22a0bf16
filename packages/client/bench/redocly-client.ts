import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { runProcess } from "@compute-host/command-line/process";

/** The part of the client from `redocly generate-client` that is measured. */
export interface RedoclyClient {
  getComputer(input: { path: { computerId: string } }, init?: object): Promise<unknown>;
}

const output = fileURLToPath(new URL("../.peers/redocly.ts", import.meta.url));
const specPath = fileURLToPath(import.meta.resolve("@compute-host/spec/openapi.yaml"));

/** Writes Redocly's client from the spec, unless that was done since the last change of the spec. */
async function generateRedoclyClient(): Promise<string> {
  const changedAt = async (path: string) => (await stat(path).catch(() => undefined))?.mtimeMs ?? 0;
  if ((await changedAt(output)) < (await changedAt(specPath))) {
    const args = ["exec", "redocly", "generate-client", specPath, "--output", output, "--import-ext", "ts"];
    const env = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
    await runProcess("pnpm", args, { cwd: dirname(specPath), env });
  }
  return output;
}

/** Makes a client with Redocly's generated code. */
export async function createRedoclyClient(config: object): Promise<RedoclyClient> {
  const { createClient, OPERATIONS } = await import(pathToFileURL(await generateRedoclyClient()).href);
  return createClient(OPERATIONS, config);
}
