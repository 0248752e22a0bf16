import { inspect } from "node:util";
import { expect, test, vi } from "vitest";
import {
  isApiError,
  isInvalidArgumentError,
  isInvalidResponseError,
  type RequestEvent,
} from "../../src/index.ts";
import { createClient } from "../../src/openapi-fetch/openapi-fetch.ts";
import { listInit } from "../list-computers.ts";
import {
  type Answer,
  at,
  computer,
  json,
  computerPath as path,
  problem,
  reply,
  startPathClient,
  startServer,
} from "../misbehaving-server.ts";
import { rejectionOf } from "../rejection-of.ts";

// biome-ignore lint/suspicious/noExplicitAny: a caller without types can pass anything.
type Anything = any;
const circular: { name?: string; self?: unknown } = {};
circular.self = circular;

test("authenticates and retries like the methods, shares its refreshed token with them, and returns data", async () => {
  let refreshes = 0;
  const token = ({ refresh }: { refresh: boolean }) => (refresh && ++refreshes ? "fresh" : "stale");
  const { api, baseUrl, received } = await startPathClient(
    (response, { headers }, index) => {
      if (headers.authorization !== "Bearer fresh") return problem(response, 401);
      return index < 2 ? problem(response, 503, { "retry-after": "0" }) : json(response, 200, computer);
    },
    { token },
  );
  const { data, response } = await api.PATCH(path, { ...at("a/b"), body: { name: "x" } });
  expect(data).toEqual(computer);
  expect(response.headers.get("x-request-id")).toBe("req-1");
  expect(response.url).toBe(`${baseUrl}/api/v0/computers/a%2Fb`);
  expect(received.map(({ method, url, body }) => `${method} ${url} ${body}`)).toEqual(
    Array(3).fill('PATCH /api/v0/computers/a%2Fb {"name":"x"}'),
  );
  expect(await api.computers.get("cmp_1")).toEqual(computer);
  expect(refreshes).toBe(1);
});

test("query parameters, headers and other fetch options are passed on", async () => {
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => Response.json({ computers: [] }));
  const api = createClient({ baseUrl: "http://a", token: "key", fetch, headers: { "x-client": "1" } });
  const query = { ...listInit.params.query, includeProvisioningSteps: "true" } as const;
  const options = { cache: "no-store", next: { revalidate: 5 } } as const;
  const headers = { "X-Trace": "1" };
  await api.GET("/api/v0/computers", { params: { ...listInit.params, query }, headers, ...options });
  const sent = { "x-trace": "1", "x-client": "1", authorization: "Bearer key" };
  expect(fetch).toHaveBeenCalledExactlyOnceWith(
    "http://a/api/v0/computers?includeProvisioningSteps=true",
    expect.objectContaining({ ...options, redirect: "manual", headers: expect.objectContaining(sent) }),
  );
});

test("a call takes the options of the package, and hooks see its operationId", async () => {
  const { api, received } = await startPathClient((response, { method }) =>
    method === "GET" ? problem(response, 503, { "retry-after": "0" }) : undefined,
  );
  const seen: (string | undefined)[] = [];
  const hooks = { onRequest: ({ operationId }: RequestEvent) => seen.push(operationId) };
  await api.GET(path, { ...at("cmp_1"), maxRetries: 1, hooks });
  const timedOut = api.request("patch", path, { ...at("cmp_1"), body: {}, timeoutMs: 50, hooks });
  expect(await rejectionOf(timedOut)).toMatchObject({ timeoutMs: 50, operationId: "updateComputer" });
  expect(seen).toEqual(["getComputer", "getComputer", "updateComputer"]);
  expect(received.filter(({ method }) => method === "GET")).toHaveLength(2);
  const refused = rejectionOf(api.GET(path, { ...at("cmp_1"), timeoutMs: -1 }));
  expect(isInvalidArgumentError(await refused)).toBe(true);
});

test.each<[string, number, string, (error: unknown) => boolean]>([
  ["a success that is not JSON", 200, "<html>", isInvalidResponseError],
  ["a success that is too large", 200, `"${"x".repeat(200)}"`, isInvalidResponseError],
  ["a redirect", 302, "", isApiError],
  ["a status that fetch cannot construct", 999, "", isApiError],
])("%s rejects as by method", async (_what, status, body, is) => {
  const answer: Answer = (response) => response.writeHead(status, { location: "/x" }).end(body);
  const { api } = await startPathClient(answer, { maxResponseBytes: 100 });
  const error = await rejectionOf(api.GET(path, at("cmp_1")));
  expect(is(error)).toBe(true);
  expect(error).toMatchObject({ status, operationId: "getComputer" });
});

test("HEAD is retried like GET, and a body can be read as a stream", async () => {
  const { api, received } = await startPathClient(reply.inTurn(reply.broken, reply.found));
  const { response } = await api.request("head" as "get", path, at("cmp_1"));
  expect([response.status, received.length]).toEqual([200, 2]);
  const { data: stream } = await api.GET(path, { ...at("cmp_1"), parseAs: "stream" });
  expect(await new Response(stream).json()).toEqual(computer);
});

test("a call's own fetch gets a Request, with the transport's token and retries", async () => {
  const requests: Request[] = [];
  const fetch = async (request: Request) => {
    requests.push(request);
    return requests.length === 1 ? Response.json({}, { status: 503 }) : Response.json(computer);
  };
  const api = createClient({ baseUrl: "http://a", token: "key" });
  expect(await api.GET(path, { ...at("cmp_1"), fetch })).toMatchObject({ data: computer });
  expect(requests.map(({ headers }) => headers.get("authorization"))).toEqual(["Bearer key", "Bearer key"]);
});

test("respects the options from which openapi-fetch makes a Request", async () => {
  const answer = reply.inTurn(reply.failing(503, { "retry-after": "0" }), reply.found);
  const { baseUrl, received } = await startServer(answer);
  const api = createClient({ baseUrl: "http://elsewhere.example", token: "key" });
  class MarkedRequest extends Request {
    override readonly headers = new Headers({ "x-mark": "1" });
  }
  const bodySerializer = () => new Blob(["{", "}"]).stream();
  const options = { baseUrl, Request: MarkedRequest, bodySerializer, duplex: "half" } as const;
  const { data } = await api.PATCH(path, { ...at("cmp_1"), body: {}, ...options });
  expect(data).toEqual(computer);
  expect(received.map(({ headers, body }) => `${headers["x-mark"]} ${body}`)).toEqual(["1 {}", "1 {}"]);
});

test.each<[string, Anything]>([
  ["an unknown option", { timeoutms: 5 }],
  ["a bad header", { headers: { "x-api-key": "secret\nkey" } }],
  ["a header that would make the request hang", { headers: { "content-length": "500" } }],
  ["`redirect`, which is never followed", { redirect: "follow" }],
  ["an unknown place of parameters", { params: { qery: {} } }],
  ["a parameter that is an object", { params: { query: { hostId: { a: 1 } } } }],
  ["an undefined authorization", { headers: { Authorization: undefined } }],
  ["an authorization parameter of null", { params: { header: { authorization: null } } }],
  ["an empty authorization", { headers: new Headers({ authorization: "" }) }],
  ["a parameter of the wrong name", { params: { query: { hostid: "a" } } }],
])("%s is refused as by method, before anything is sent and without being repeated", async (_what, init) => {
  const { api, received } = await startPathClient(reply.found);
  const call = () => rejectionOf(api.GET("/api/v0/computers", init));
  const errors = [await call()];
  api.use({ onRequest: () => undefined });
  errors.push(await call());
  expect(errors.map(isInvalidArgumentError)).toEqual([true, true]);
  expect(inspect(errors)).not.toContain("secret");
  expect(received).toEqual([]);
});

test.each<[name: string, initOf: (header: Anything) => Anything]>([
  ["headers", (headers) => ({ headers })],
  ["params.header", (header) => ({ params: { header } })],
])("a field that no request can carry is refused with its place, %s", async (name, initOf) => {
  const { api } = await startPathClient(reply.found);
  for (const header of [{ "x-a": "1\n2" }, { "x-a": "€" }, { Authorization: "" }, { authorization: null }]) {
    const error = await rejectionOf(api.GET("/api/v0/computers", initOf(header)));
    expect(error).toMatchObject({ code: "INVALID_ARGUMENT", message: `${name} must be valid` });
  }
});

test("a body that refers to itself is refused as by method", async () => {
  const call = createClient({ baseUrl: "http://a", token: "key" }).PATCH(path, {
    ...at("a"),
    body: circular,
  });
  expect(isInvalidArgumentError(await rejectionOf(call))).toBe(true);
});

test("neither a call's baseUrl nor middleware sends the token to another address", async () => {
  let asked = 0;
  const token = () => `key-${++asked}`;
  const other = await startServer(reply.found);
  const { api, ...own } = await startPathClient(reply.found, { token });
  await api.GET(path, { ...at("cmp_1"), baseUrl: other.baseUrl });
  await api.GET(path, { ...at("cmp_1"), baseUrl: own.baseUrl });
  api.use({
    onRequest: ({ request }) => new Request(request.url.replace(own.baseUrl, other.baseUrl), request),
  });
  await api.GET(path, at("cmp_1"));
  expect(other.received.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
  expect(own.received.map(({ headers }) => headers.authorization)).toEqual(["Bearer key-1"]);
  expect(asked).toBe(1);
});

test("a base header can be removed, and a form is sent as a form", async () => {
  const { api, received } = await startPathClient(reply.found, { headers: { "x-base": "1" } });
  await api.GET(path, { ...at("cmp_1"), headers: { "x-base": null } });
  await api.GET(path, at("cmp_1"));
  const form = new FormData();
  form.set("name", "x");
  await api.PATCH(path, { ...at("cmp_1"), body: form as never });
  expect(received.map(({ headers }) => headers["x-base"])).toEqual([undefined, "1", "1"]);
  expect(received[2]?.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
  expect(received[2]?.body).toContain('name="name"');
});
