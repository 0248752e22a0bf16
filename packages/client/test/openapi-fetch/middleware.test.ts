import { expect, test, vi } from "vitest";
import { createClient, type Middleware } from "../../src/openapi-fetch/openapi-fetch.ts";
import {
  at,
  computer,
  json,
  computerPath as path,
  problem,
  reply,
  startPathClient,
} from "../misbehaving-server.ts";
import { rejectionOf } from "../rejection-of.ts";

// The patterns of https://openapi-ts.dev/openapi-fetch/middleware-auth.

test("middleware of all calls or of one sets headers until it is ejected, but not for calls by method", async () => {
  const { api, received } = await startPathClient(reply.found);
  const mark = (value: string) => ({
    onRequest: ({ request }: { request: Request }) => request.headers.append("x-mark", value),
  });
  const [all, ejected] = [mark("all"), mark("ejected")];
  api.use(all, ejected);
  api.eject(ejected);
  await api.GET(path, { ...at("cmp_1"), middleware: [mark("one")] });
  await api.computers.get("cmp_1");
  expect(received.map(({ headers }) => headers["x-mark"])).toEqual(["all, one", undefined]);
  expect(received[0]?.headers.authorization).toBe("Bearer key");
});

test("middleware needs only one of its callbacks, and each of a call's has to have one", async () => {
  const { api } = await startPathClient(reply.inTurn(reply.found, reply.found, reply.broken), {
    maxRetries: 0,
  });
  for (const callback of ["onRequest", "onResponse", "onError"] as const) {
    const called = vi.fn();
    await api
      .GET(path, { ...at("cmp_1"), middleware: [{ [callback]: called } as unknown as Middleware] })
      .catch(() => {});
    expect(called).toHaveBeenCalledOnce();
  }
  for (const one of [{}, null, { onRequests: () => {} }, { onRequest: "x" }]) {
    const message = expect.stringMatching(
      /^middleware must be an array of objects with onRequest or onResponse or onError; got /,
    );
    const call = api.GET(path, {
      ...at("cmp_1"),
      middleware: [{ onRequest: () => undefined }, one as Middleware],
    });
    expect(await rejectionOf(call)).toMatchObject({ code: "INVALID_ARGUMENT", message });
    expect(() => api.use(one as Middleware)).toThrow(expect.objectContaining({ message }));
  }
});

test("onRequest knows the call, and returns a new Request", async () => {
  const { api, baseUrl, received } = await startPathClient(reply.found);
  api.use({
    onRequest({ request, schemaPath, params, options, id }) {
      expect([schemaPath, params.path, options.baseUrl]).toEqual([path, { computerId: "cmp_1" }, baseUrl]);
      expect(id).toEqual(expect.any(String));
      const headers = new Headers(request.headers);
      headers.set("x-new", "1");
      return new Request(`${request.url}?extra=1`, new Request(request, { headers }));
    },
  });
  await api.PATCH(path, { ...at("cmp_1"), body: { name: "x" } });
  expect(received.map(({ url, body, headers }) => [url, body, headers["x-new"]])).toEqual([
    ["/api/v0/computers/cmp_1?extra=1", '{"name":"x"}', "1"],
  ]);
});

test("onRequest responds from a cache that onResponse filled, and onResponse changes a status", async () => {
  const { api, received } = await startPathClient(reply.found);
  const cache = new Map<string, Response>();
  api.use({
    onRequest: ({ request }) => cache.get(request.url)?.clone(),
    onResponse({ request, response: { body, ...options } }) {
      const changed = new Response(body, { ...options, status: 201 });
      cache.set(request.url, changed.clone());
      return changed;
    },
  });
  for (const { data, response } of [await api.GET(path, at("cmp_1")), await api.GET(path, at("cmp_1"))])
    expect([data, response.status]).toEqual([computer, 201]);
  expect(received).toHaveLength(1);
});

test("onResponse reads a clone and throws on an error status, and onError wraps what fetch threw", async () => {
  const answer = reply.inTurn(reply.failing(409), reply.broken);
  const { api, baseUrl } = await startPathClient(answer, { maxRetries: 0 });
  api.use({
    async onResponse({ response }) {
      const { title } = (await response.clone().json()) as { title: string };
      if (!response.ok) throw new Error(`${response.url}: ${response.status} ${title}`);
    },
    onError: ({ error }) => new Error("Oops, fetch failed", { cause: error }),
  });
  const refused = await rejectionOf(api.GET(path, at("cmp_1")));
  expect(refused.message).toBe(`${baseUrl}/api/v0/computers/cmp_1: 409 Problem 409`);
  const broken = await rejectionOf(api.GET(path, at("cmp_1")));
  expect(broken).toMatchObject({ message: "Oops, fetch failed", cause: { name: "ConnectionError" } });
});

test("onRequest sets its own authorization, which is not refreshed", async () => {
  let asked = 0;
  const token = () => `key-${++asked}`;
  const { api, received } = await startPathClient(
    (response, { headers }) =>
      headers.authorization === "Bearer own" ? problem(response, 401) : json(response, 200, computer),
    { token },
  );
  api.use({
    onRequest({ request }) {
      if (request.url.endsWith("own")) request.headers.set("Authorization", "Bearer own");
    },
  });
  expect((await api.GET(path, at("own"))).response.status).toBe(401);
  await api.GET(path, at("cmp_1"));
  expect(received.map(({ headers }) => headers.authorization)).toEqual(["Bearer own", "Bearer key-1"]);
});

test("onRequest stops a request with its own signal, and changes options of fetch", async () => {
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
