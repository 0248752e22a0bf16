import type { paths } from "@compute-host/types";
import ky from "ky";
import { createFetch } from "ofetch";
import createOpenApiFetch from "openapi-fetch";
import { createClient } from "../src/index.ts";
import { createClient as createOpenApiFetchClient } from "../src/openapi-fetch.ts";
import { createRedoclyClient } from "./redocly-client.ts";
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
  const redocly = await createRedoclyClient({ serverUrl: baseUrl, fetch, auth });
  const redoclyGuarded = await createRedoclyClient({
    serverUrl: baseUrl,
    fetch,
    auth,
    timeout: 30_000,
    retry: { retries: 2 },
  });
  return {
    bare: async () => (await fetch(url, { headers })).json(),
    "@compute-host/client": () => ours.computers.get("cmp_1"),
    "@compute-host/client, signal and 3 hooks": () => hooked.computers.get("cmp_1", { signal }),
    "@compute-host/client, an error (404)": () => ours.computers.get("missing").catch(() => undefined),
    "openapi-fetch": () => openapi.GET("/api/v0/computers/{computerId}", at),
    "@compute-host/client/openapi-fetch": () => oursByPath.GET("/api/v0/computers/{computerId}", at),
    ky: () => kyClient.get(url).json(),
    ofetch: () => ofetch(url, { headers }),
    "Redocly generate-client": () => redocly.getComputer({ path: { computerId: "cmp_1" } }),
    "Redocly generate-client, timeout and retry": () =>
      redoclyGuarded.getComputer({ path: { computerId: "cmp_1" } }),
  };
}
