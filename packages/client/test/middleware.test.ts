import type { Middleware } from "openapi-fetch";
import { expect, test } from "vitest";
import { createClient } from "../src/openapi-fetch.ts";
import { listInit } from "./list-computers.ts";
import {
  at,
  computer,
  json,
  computerPath as path,
  problem,
  reply,
  startPathClient,
} from "./misbehaving-server.ts";
import { rejectionOf } from "./rejection-of.ts";

// The patterns of https://openapi-ts.dev/openapi-fetch/middleware-auth, in its order.

test("onRequest sets a header of the request", async () => {
  const { api, received } = await startPathClient(reply.found);
  api.use({
    onRequest({ request }) {
      request.headers.set("foo", "bar");
      return request;
    },
  });
  await api.GET(path, at("cmp_1"));
  expect(received[0]?.headers).toMatchObject({ foo: "bar", authorization: "Bearer key" });
});

test("onResponse changes the status of the response", async () => {
  const { api } = await startPathClient(reply.found);
  api.use({
    onResponse({ response }) {
      const { body, ...options } = response;
      return new Response(body, { ...options, status: 201 });
    },
  });
  const { data, response } = await api.GET(path, at("cmp_1"));
  expect([data, response.status]).toEqual([computer, 201]);
});

test("onError wraps what fetch threw", async () => {
  const { api } = await startPathClient(reply.broken, { maxRetries: 0 });
  api.use({ onError: ({ error }) => new Error("Oops, fetch failed", { cause: error }) });
  const error = await rejectionOf(api.GET(path, at("cmp_1")));
  expect(error).toMatchObject({ message: "Oops, fetch failed", cause: { name: "ConnectionError" } });
});

test("middleware of one request, and middleware that is ejected", async () => {
  const { api, received } = await startPathClient(reply.found);
  const mark = (value: string): Middleware => ({
    onRequest: ({ request }) => request.headers.append("x-mark", value),
  });
  const [all, ejected] = [mark("all"), mark("ejected")];
  api.use(all, ejected);
  api.eject(ejected);
  await api.GET(path, { ...at("cmp_1"), middleware: [mark("one")] });
  expect(received[0]?.headers["x-mark"]).toBe("all, one");
});

test("onRequest skips by the path, and gives a new Request", async () => {
  const { api, baseUrl, received } = await startPathClient(reply.found);
  api.use({
    onRequest({ request, schemaPath, params, options, id }) {
      if (schemaPath !== path) return undefined;
      expect([params.path, options.baseUrl, typeof id]).toEqual([{ computerId: "cmp_1" }, baseUrl, "string"]);
      const headers = new Headers(request.headers);
      headers.set("x-new", "1");
      return new Request(`${request.url}?extra=1`, new Request(request, { headers }));
    },
  });
  await api.PATCH(path, { ...at("cmp_1"), body: { name: "x" } });
  await api.GET("/api/v0/computers", listInit);
  expect(received.map(({ url, body, headers }) => [url, body, headers["x-new"]])).toEqual([
    ["/api/v0/computers/cmp_1?extra=1", '{"name":"x"}', "1"],
    ["/api/v0/computers", "", undefined],
  ]);
});

test("onRequest responds from a cache that onResponse filled", async () => {
  const { api, received } = await startPathClient(reply.found);
  const cache = new Map<string, Response>();
  api.use({
    onRequest: ({ request }) => cache.get(request.url)?.clone(),
    onResponse({ request, response }) {
      if (response.ok) cache.set(request.url, response.clone());
    },
  });
  const results = [await api.GET(path, at("cmp_1")), await api.GET(path, at("cmp_1"))];
  expect(results.map(({ data }) => data)).toEqual([computer, computer]);
  expect(received).toHaveLength(1);
});

test("onResponse reads a clone, and throws on an error status", async () => {
  const { api, baseUrl } = await startPathClient(reply.failing(409));
  api.use({
    async onResponse({ response }) {
      const { title } = (await response.clone().json()) as { title: string };
      if (!response.ok) throw new Error(`${response.url}: ${response.status} ${title}`);
    },
  });
  const error = await rejectionOf(api.GET(path, at("cmp_1")));
  expect(error.message).toBe(`${baseUrl}/api/v0/computers/cmp_1: 409 Problem 409`);
});

test("onRequest authorizes by itself, except for some paths", async () => {
  let asked = 0;
  const token = () => `key-${++asked}`;
  const { api, received } = await startPathClient(
    (response, { headers }) =>
      headers.authorization === "Bearer own"
        ? problem(response, 401)
        : json(response, 200, { computers: [] }),
    { token },
  );
  api.use({
    onRequest({ request, schemaPath }) {
      if (schemaPath === path) request.headers.set("Authorization", "Bearer own");
    },
  });
  expect((await api.GET(path, at("cmp_1"))).response.status).toBe(401);
  await api.GET("/api/v0/computers", listInit);
  expect(received.map(({ headers }) => headers.authorization)).toEqual(["Bearer own", "Bearer key-1"]);
});

test("onRequest stops a request with a signal of its own, and changes options of fetch", async () => {
  let init: RequestInit = {};
  const fetch = (_url: string, given: RequestInit) => {
    init = given;
    return new Promise<Response>(() => {});
  };
  const controller = new AbortController();
  const api = createClient({ baseUrl: "http://a", token: "key", fetch });
  api.use({
    onRequest: ({ request }) => new Request(request, { signal: controller.signal, cache: "no-store" }),
  });
  const call = rejectionOf(api.GET(path, at("cmp_1")));
  setImmediate(() => controller.abort("enough"));
  expect(await call).toBe("enough");
  expect(init.cache).toBe("no-store");
});

test("a call's signal aborts it while middleware runs", async () => {
  const controller = new AbortController();
  const api = createClient({ baseUrl: "http://a", token: "key" });
  api.use({
    onRequest: () => {
      setImmediate(() => controller.abort("enough"));
      return new Promise<undefined>(() => {});
    },
  });
  expect(await rejectionOf(api.GET(path, { ...at("cmp_1"), signal: controller.signal }))).toBe("enough");
});

test("calls by resources do not go through middleware", async () => {
  const { api, received } = await startPathClient(reply.found);
  api.use({ onRequest: ({ request }) => request.headers.set("x-mark", "1") });
  await api.computers.get("cmp_1");
  expect(received[0]?.headers).not.toHaveProperty("x-mark");
});
