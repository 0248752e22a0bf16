import { randomUUID } from "node:crypto";
import { rename, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { runBin } from "../run-bin.ts";

/** The parts of the client from `redocly generate-client` that comparisons use. */
export interface RedoclyClient {
  listComputers(input?: object, init?: object): Promise<unknown>;
  getComputer(input: { path: { computerId: string } }, init?: object): Promise<unknown>;
  updateComputer(input: { path: { computerId: string }; body: object }, init?: object): Promise<unknown>;
  retryInstallDeps(input: { path: { computerId: string } }, init?: object): Promise<unknown>;
}

const output = fileURLToPath(new URL("../../.peers/redocly.ts", import.meta.url));
const specPath = fileURLToPath(import.meta.resolve("@compute-host/spec/openapi.yaml"));

/** Writes Redocly's client from the spec, unless that was done since the last change of the spec. */
async function generateRedoclyClient(): Promise<string> {
  const changedAt = async (path: string) => (await stat(path).catch(() => undefined))?.mtimeMs ?? 0;
  if ((await changedAt(output)) < (await changedAt(specPath))) {
    // Moved into place when complete, because several test files may do this at the same time.
    const written = output.replace(/\.ts$/, `-${randomUUID()}.ts`);
    const args = ["generate-client", specPath, "--output", written, "--import-ext", "ts"];
    const offline = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
    await runBin("redocly", args, dirname(specPath), offline);
    await rename(written, output);
  }
  return output;
}

/** Makes a client with Redocly's generated code. */
export async function createRedoclyClient(config: object): Promise<RedoclyClient> {
  const { createClient, OPERATIONS } = await import(pathToFileURL(await generateRedoclyClient()).href);
  return createClient(OPERATIONS, config);
}
