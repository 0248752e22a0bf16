/**
 * Prints the time of a call compared with a bare `fetch`. That `fetch` works in memory, so that only the
 * clients take time. The clients are measured in turn, in a different order in each round, so that other load
 * on the machine affects all of them; the ratio is the median of the rounds' ratios.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { paths } from "@compute-host/types";
import ky from "ky";
import { createFetch } from "ofetch";
import createOpenApiFetch from "openapi-fetch";
import { createClient } from "../src/index.ts";
import { createClient as createPathClient } from "../src/openapi-fetch/openapi-fetch.ts";

const [rounds, calls] = [25, 1_000];

const body = JSON.stringify({ id: "cmp_1", name: "build-box", providerType: "managed", createdAt: 1 });
const found = { status: 200, headers: { "content-type": "application/json", "x-request-id": "req-1" } };
const fetch: typeof globalThis.fetch = async () => new Response(body, found);

const baseUrl = "http://service.example";
const url = `${baseUrl}/api/v0/computers/cmp_1`;
const headers = { authorization: "Bearer key", accept: "application/json" };
const path = "/api/v0/computers/{computerId}";
const at = { params: { path: { computerId: "cmp_1" } } };
const { signal } = new AbortController();
const ours = createClient({ baseUrl, token: "key", fetch });
const hooked = createClient({
  baseUrl,
  token: "key",
  fetch,
  hooks: { onRequest() {}, onResponse() {}, onRetry() {} },
});
const byPath = createPathClient({ baseUrl, token: "key", fetch });
const openApiFetch = createOpenApiFetch<paths>({ baseUrl, headers, fetch });
const kyClient = ky.create({ headers, fetch });
const ofetch = createFetch({ fetch });

/** Each gets one computer and parses it. */
const clients: Readonly<Record<string, () => Promise<unknown>>> = {
  bare: async () => (await fetch(url, { headers })).json(),
  "@compute-host/client": () => ours.computers.get("cmp_1"),
  "@compute-host/client, signal and 3 hooks": () => hooked.computers.get("cmp_1", { signal }),
  "@compute-host/client/openapi-fetch": () => byPath.GET(path, at),
  "openapi-fetch": () => openApiFetch.GET(path, at),
  ky: () => kyClient.get(url).json(),
  ofetch: () => ofetch(url, { headers }),
};

/** By client, the median of each round in milliseconds. */
const p50s = new Map<string, number[]>(Object.keys(clients).map((name) => [name, []]));
const order = Object.entries(clients);
for (const [, call] of order) await timeCalls(call);
for (let round = 0; round < rounds; round++) {
  order.sort(() => Math.random() - 0.5);
  for (const [name, call] of order) p50s.get(name)?.push(await timeCalls(call));
}
const bare = p50s.get("bare") ?? [];
console.table(
  [...p50s].map(([client, times]) => ({
    client,
    "p50 us": Number((median(times) * 1_000).toPrecision(3)),
    "ratio to bare fetch": Number(median(times.map((ms, round) => ms / (bare[round] ?? 0))).toFixed(2)),
  })),
);

async function timeCalls(call: () => Promise<unknown>): Promise<number> {
  // So that this client does not pay for collecting the previous client's garbage.
  await nextTurn();
  const times: number[] = [];
  for (let index = 0; index < calls; index++) {
    const start = performance.now();
    await call();
    times.push(performance.now() - start);
  }
  return median(times);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
