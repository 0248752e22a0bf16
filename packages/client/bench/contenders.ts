import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { runProcess } from "@compute-host/command-line/process";
import type { paths } from "@compute-host/types";
import ky from "ky";
import { createFetch } from "ofetch";
import createOpenApiFetch from "openapi-fetch";
import { createClient } from "../src/index.ts";
import { createClient as createOpenApiFetchClient } from "../src/openapi-fetch/openapi-fetch.ts";
import type { Service } from "./services.ts";

/** Gets one computer and parses it. */
export type Contender = () => Promise<unknown>;

const path = "/api/v0/computers/cmp_1";
const headers = { authorization: "Bearer key", accept: "application/json" };

/** Everything that is measured; `bare` is the baseline. */
export async function createContenders({ baseUrl, fetch }: Service): Promise<Record<string, Contender>> {
  const url = baseUrl + path;
  const token = "key";
  const ours = createClient({ baseUrl, token, fetch });
  const hooks = { onRequest() {}, onResponse() {}, onRetry() {} };
  const hooked = createClient({ baseUrl, token, fetch, hooks });
  const { signal } = new AbortController();
  const openapi = createOpenApiFetch<paths>({ baseUrl, headers, fetch });
  const oursByPath = createOpenApiFetchClient({ baseUrl, token, fetch });
  const at = { params: { path: { computerId: "cmp_1" } } };
  const kyClient = ky.create({ headers, fetch });
  const ofetch = createFetch({ fetch });
  const auth = { bearer: token };
  const createRedocly = await importRedoclyClient();
  const redocly = createRedocly({ serverUrl: baseUrl, fetch, auth });
  const guards = { timeout: 30_000, retry: { retries: 2 } };
  const redoclyGuarded = createRedocly({ serverUrl: baseUrl, fetch, auth, ...guards });
  return {
    bare: async () => (await fetch(url, { headers })).json(),
    "@compute-host/client": () => ours.computers.get("cmp_1"),
    "@compute-host/client, signal and 3 hooks": () => hooked.computers.get("cmp_1", { signal }),
    "@compute-host/client, an error (404)": () => ours.computers.get("missing").catch(() => undefined),
    "openapi-fetch": () => openapi.GET("/api/v0/computers/{computerId}", at),
    "@compute-host/client/openapi-fetch": () => oursByPath.GET("/api/v0/computers/{computerId}", at),
    ky: () => kyClient.get(url).json(),
    ofetch: () => ofetch(url, { headers }),
    "Redocly generate-client": () => redocly.getComputer(at.params),
    "Redocly generate-client, timeout and retry": () => redoclyGuarded.getComputer(at.params),
  };
}

/** The part of the client from `redocly generate-client` that is measured. */
interface RedoclyClient {
  getComputer(input: { path: { computerId: string } }): Promise<unknown>;
}

/** Generates Redocly's client from the spec. */
async function importRedoclyClient(): Promise<(config: object) => RedoclyClient> {
  await using folder = await mkdtempDisposable(join(tmpdir(), "redocly-client-"));
  const output = join(folder.path, "client.ts");
  const spec = fileURLToPath(import.meta.resolve("@compute-host/spec/openapi.yaml"));
  const args = ["exec", "redocly", "generate-client", spec, "--output", output, "--import-ext", "ts"];
  const env = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  await runProcess("pnpm", args, { cwd: dirname(spec), env });
  const { createClient, OPERATIONS } = await import(pathToFileURL(output).href);
  return (config) => createClient(OPERATIONS, config);
}
