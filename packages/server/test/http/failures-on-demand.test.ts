import { problemTypes } from "@compute-host/core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type StartedServer, startServer } from "../../src/index.ts";
import { apiOf } from "./api-client.ts";

let server: StartedServer;
beforeEach(async () => {
  server = await startServer({ failsOnDemand: true });
});
afterEach(() => server.close());

const path = "/api/v0/computers";
const prefer = (problem: string) => ({ headers: { prefer: `problem=${problem}` } });

test("a request that asks for a problem gets it", async () => {
  for (const [name, { type, status }] of Object.entries(problemTypes)) {
    const response = await apiOf(server)(path, prefer(name));
    const requestId = response.headers.get("x-request-id");
    expect([name, response.status, response.json]).toMatchObject([name, status, { type, status, requestId }]);
    expect(response.headers.get("preference-applied")).toBe(`problem=${name}`);
    expect(response.headers.has("retry-after")).toBe(status === 429 || status === 503);
  }
});

test("times counts failures per credential and request", async () => {
  const api = apiOf(server);
  const twice = prefer("unavailable; times=2");
  const statuses: number[] = [];
  for (const key of [undefined, undefined, await server.createApiKey("usr_bob"), undefined])
    statuses.push((await api(path, { ...twice, ...(key !== undefined && { key }) })).status);
  expect(statuses).toEqual([503, 503, 503, 200]);
});

test("a connection breaks, or a response never comes", async () => {
  const api = apiOf(server);
  await expect(api(path, prefer("connection"))).rejects.toThrow("fetch failed");
  const headers = { authorization: `Bearer ${server.apiKey}`, ...prefer("timeout").headers };
  const signal = AbortSignal.timeout(200);
  await expect(fetch(`${server.baseUrl}${path}`, { headers, signal })).rejects.toThrow("timeout");
  const left = expect(fetch(`${server.baseUrl}${path}`, { headers })).rejects.toThrow("fetch failed");
  await server.close();
  await left;
});

test("outside the sandbox the header is ignored", async () => {
  await using other = await startServer();
  const response = await apiOf(other)(path, prefer("unavailable"));
  expect([response.status, response.headers.get("preference-applied")]).toEqual([200, null]);
});
