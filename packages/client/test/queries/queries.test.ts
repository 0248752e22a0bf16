import { environmentManager, QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createClient, isConnectionError } from "../../src/index.ts";
import { createQueries, type OperationQueries } from "../../src/queries/queries.ts";
import { computer, json, reply, startServer } from "../misbehaving-server.ts";

const path = "/api/v0/computers/cmp_1";
const active = { ...computer, status: "active" };

// By default, TanStack Query retries only in browsers.
beforeAll(() => environmentManager.setIsServer(() => false));
afterAll(() => environmentManager.setIsServer(() => true));

test.each<[string, (queries: OperationQueries["computers"]) => object, string, unknown[]]>([
  ["list", (one) => one.list(), "GET /api/v0/computers", []],
  ["list", (one) => one.list({ hostId: undefined, timeoutMs: 60_000 }), "GET /api/v0/computers", []],
  [
    "list",
    (one) => one.list({ includeProvisioningSteps: true, headers: { "x-a": "1" } }),
    "GET /api/v0/computers?includeProvisioningSteps=true",
    [{ includeProvisioningSteps: true }],
  ],
  ["get", (one) => one.get("cmp_1", { headers: { "x-a": "1" } }), `GET ${path}`, ["cmp_1"]],
  ["update", (one) => one.update("cmp_1"), `PATCH ${path}`, ["cmp_1"]],
  ["retryInstallDeps", (one) => one.retryInstallDeps("cmp_1"), `POST ${path}/install-deps`, ["cmp_1"]],
])("%s is a plain object: a key, a function, and no retry", async (method, make, request, args) => {
  const { baseUrl, received } = await startServer((response) => json(response, 200, active));
  const made = make(createQueries(createClient({ baseUrl, token: "key" })).computers);
  const kind = /^(GET)/.test(request) ? "query" : "mutation";
  expect(made).toEqual({
    [`${kind}Key`]: ["compute-host", "computers", method, ...args],
    [`${kind}Fn`]: expect.any(Function),
    retry: expect.any(Function),
  });
  const { [`${kind}Fn`]: run, retry } = made as Record<string, (...args: unknown[]) => unknown>;
  expect(await run?.(kind === "query" ? undefined : { name: "x" })).toMatchObject(active);
  expect(retry?.(0, new Error("any"))).toBe(false);
  expect(received.map((one) => `${one.method} ${one.url}`)).toEqual([request]);
  if (method === "update") expect(received[0]?.body).toBe('{"name":"x"}');
});

test("query-core shows the error of a dead service after the client's own retries", async () => {
  const { baseUrl, received } = await startServer(reply.broken);
  const { computers } = createQueries(createClient({ baseUrl, token: "key", maxRetries: 1 }));
  const observe = async (retries: object) => {
    const client = new QueryClient({ defaultOptions: { queries: { retryDelay: 0 } } });
    const observer = new QueryObserver(client, { ...computers.get("cmp_1"), ...retries });
    const error = await new Promise<unknown>((resolve) => {
      observer.subscribe((result) => result.isError && resolve(result.error));
    });
    observer.destroy();
    return error;
  };
  expect(isConnectionError(await observe({}))).toBe(true);
  expect(received).toHaveLength(2);
  // By default, its three retries multiply those of the client.
  await observe({ retry: undefined });
  expect(received).toHaveLength(2 + 4 * 2);
});

test("query-core aborts the request of a query that it cancels", async () => {
  let isClosed = false;
  const { baseUrl, received } = await startServer((response) => {
    response.on("close", () => {
      isClosed = true;
    });
  });
  const { computers } = createQueries(createClient({ baseUrl, token: "key" }));
  const client = new QueryClient();
  const query = computers.get("cmp_1");
  const fetched = client.fetchQuery(query).catch(() => {});
  await vi.waitFor(() => expect(received).toHaveLength(1), 60_000);
  await client.cancelQueries({ queryKey: query.queryKey });
  await fetched;
  await vi.waitFor(() => expect(isClosed).toBe(true), 60_000);
});
