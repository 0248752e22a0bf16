import { once } from "node:events";
import { type IncomingHttpHeaders, METHODS, request } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { jsonText, type OperationHandlers, SizedText } from "@compute-host/core";
import type { Computer } from "@compute-host/types";
import { expect, onTestFinished, test } from "vitest";
import type { Authenticator } from "../auth/authenticator.ts";
import { StorageError } from "../computers/store-errors.ts";
import type { ObservedRequest } from "../observability/request-observer.ts";
import { createHttpServer, type HttpServerOptions } from "./http-server.ts";
import { addOperatorRoutes } from "./operator-routes.ts";

const computer = { id: "cmp_ö" } as Computer;

/** Lists in parts, reads one computer, and fails with what the ID asks for. */
const handlers = {
  listComputers: async () =>
    (async function* () {
      yield '{"computers":[';
      yield "]}";
    })(),
  getComputer: async ({ params: { computerId } }: { readonly params: { readonly computerId: string } }) => {
    if (computerId === "busy") throw new StorageError("busy", { isUnprocessed: true });
    if (computerId === "bug") throw new Error("bug");
    return jsonText(computer);
  },
  updateComputer: async () => new SizedText(['{"id":', '"ö"}'], 11),
  retryInstallDeps: async () => ({ status: 202, body: jsonText(computer) }),
} as unknown as OperationHandlers;

const authenticator: Authenticator = {
  authenticate: async (header) =>
    header === "Bearer t" ? { ownerId: "usr_ada", credentialId: "key_1" } : `it is ${header}`,
};

/** Serves on a free port, with a function that sends a request and what was logged and observed. */
async function serve(options: Partial<HttpServerOptions> = {}) {
  const errors: object[] = [];
  const logger = { debug() {}, info() {}, warn() {}, error: (fields: object) => void errors.push(fields) };
  const seen: (Omit<ObservedRequest, "traceparent"> & { readonly trace: string })[] = [];
  const refusals: object[] = [];
  const { http } = await createHttpServer({
    handlers,
    authenticator,
    logger,
    observe: ({ traceparent, ...facts }) => void seen.push({ ...facts, trace: traceparent() }),
    onRefusal: (refusal) => void refusals.push(refusal),
    ...options,
  });
  await http.listen({ port: 0, host: "127.0.0.1" });
  onTestFinished(() => http.close());
  const { port } = http.server.address() as AddressInfo;
  async function send(method: string, path: string, headers: IncomingHttpHeaders = {}, body = "") {
    const sent = request({ port, method, path, headers: { authorization: "Bearer t", ...headers } }).end(
      body,
    );
    const [response] = await once(sent, "response");
    return { status: response.statusCode, headers: response.headers, text: await text(response) };
  }
  return { send, errors, seen, refusals };
}

const computers = "/api/v0/computers";
const json = { "content-type": "application/json" };

test.each([
  ["GET", computers, {}, "", 200, '{"computers":[]}'],
  ["HEAD", computers, {}, "", 200, ""],
  ["GET", `${computers}/a`, {}, "", 200, '{"id":"cmp_ö"}'],
  ["HEAD", `${computers}/a`, {}, "", 200, ""],
  ["PATCH", `${computers}/a`, json, "{}", 200, '{"id":"ö"}'],
  ["POST", `${computers}/a/install-deps`, {}, "", 202, '{"id":"cmp_ö"}'],
])("%s %s with %j and %j gets %d with %s", async (method, path, headers, body, status, expected) => {
  const { send, seen, errors } = await serve();
  const traceparent = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;
  const startedAt = performance.now();
  const response = await send(method, path, { ...headers, traceparent }, body);
  // It counts from the arrival, not from the start of the process.
  expect(seen[0]?.durationMs).toBeLessThanOrEqual(performance.now() - startedAt);
  expect([response.status, response.text]).toEqual([status, expected]);
  expect(response.headers["content-type"]).toBe("application/json");
  expect(seen).toEqual([
    {
      operationId: expect.any(String),
      method,
      status,
      durationMs: expect.any(Number),
      requestId: response.headers["x-request-id"],
      credentialId: "key_1",
      ownerId: "usr_ada",
      computerId: path === computers ? undefined : "a",
      peer: "127.0.0.1",
      trace: expect.stringContaining(`00-${"a".repeat(32)}-`),
    },
  ]);
  expect(errors).toEqual([]);
});

test.each([
  ["GET", "/none", 404, "not-found", "/none"],
  ["GET", `${computers}//install-deps`, 404, "not-found", `${computers}//install-deps`],
  ["GET", `http://a.example${computers}/`, 404, "not-found", `http://a.example${computers}/`],
  ["GET", `http://a.example${computers}/a/install-deps?x`, 405, "method-not-allowed", undefined],
  ["DELETE", `${computers}?x=/`, 405, "method-not-allowed", computers],
  ["DELETE", "/api/v0http://a.example/computers", 404, "not-found", "/api/v0http://a.example/computers"],
  ["GET", "/%zz", 400, "malformed-url", undefined],
  ["GET", `${computers}/busy`, 503, "unavailable", `${computers}/busy`],
])(
  "%s %s gets %d %s, for %s, and is not logged as a failure",
  async (method, path, status, type, instance) => {
    const { send, seen, errors } = await serve();
    const response = await send(method, path);
    const problem = JSON.parse(response.text);
    expect([response.status, problem.type]).toEqual([status, `/problems/${type}`]);
    if (instance !== undefined) expect(problem.instance).toBe(instance);
    expect(problem.requestId).toBe(response.headers["x-request-id"]);
    expect([seen.map(({ status: observed }) => observed), errors]).toEqual([[status], []]);
  },
);

test("each route beside the interface refuses every method that it lacks, and names those that it has", async () => {
  const routes = new Map<string, Set<string>>();
  const { send } = await serve({
    addRoutes(http) {
      http.addHook("onRoute", ({ url, method }) => {
        const methods = routes.get(url) ?? new Set();
        for (const one of [method].flat()) methods.add(one);
        routes.set(url, methods);
      });
      const readiness = async () => ({ isReady: true, failing: [] });
      addOperatorRoutes(http, {
        readiness,
        metrics: { render: async () => ({ contentType: "a/b", text: "" }) },
      });
    },
  });
  expect([...routes.keys()]).toEqual(expect.arrayContaining(["/healthz", "/docs/*", "/problems/:name"]));
  for (const [url, methods] of routes) {
    const path = url.replace(/:\w+|\*$/, "some.text");
    for (const method of METHODS.filter((one) => !methods.has(one) && one !== "CONNECT")) {
      const { status, headers } = await send(method, `${path}?x`);
      expect.soft([method, path, status, headers.allow]).toEqual([method, path, 405, "GET, HEAD"]);
    }
  }
});

test("an unexpected error is a 500, and is logged with what it belongs to", async () => {
  const { send, errors } = await serve();
  const response = await send("GET", `${computers}/bug`);
  expect(response.status).toBe(500);
  expect(errors).toEqual([
    {
      err: new Error("bug"),
      requestId: response.headers["x-request-id"],
      operationId: "getComputer",
      method: "GET",
      computerId: "bug",
      credentialId: "key_1",
      traceparent: expect.any(String),
    },
  ]);
});

test("each request has an ID of its own", async () => {
  const { send } = await serve();
  const ids = await Promise.all(
    [1, 2, 3].map(async () => (await send("GET", "/none")).headers["x-request-id"]),
  );
  expect(new Set(ids).size).toBe(3);
});

test.each([
  [undefined, "127.0.0.1"],
  [["127.0.0.1"], "192.0.2.1"],
  [["127.0.0.1", "192.0.2.0/24"], "203.0.113.9"],
])("behind the proxies %j, a refused request is from %s", async (trustProxy, peer) => {
  const { send, refusals } = await serve({ trustProxy });
  const fields = { authorization: "Basic x", "x-forwarded-for": "203.0.113.9, 192.0.2.1" };
  expect((await send("GET", computers, fields)).status).toBe(401);
  expect(refusals).toEqual([
    { requestId: expect.any(String), traceparent: expect.any(String), peer, reason: "it is Basic x" },
  ]);
});

test.each([
  [["loopback"], "http://localhost:5173", true],
  [["loopback"], "https://localhost", true],
  [["loopback"], "http://127.10.200.30:8080", true],
  [["loopback"], "http://[::1]:3000", true],
  [["loopback"], "http://localhost.example", false],
  [["loopback"], "http://localhost:5173.example", false],
  [["loopback"], "http://127.0.0.1.example", false],
  [["loopback"], "x-http://localhost", false],
  [["https://a.example", "https://b.example"], "https://b.example", true],
  [["https://a.example"], "https://b.example", false],
  [[], "http://localhost", false],
])("with the origins %j, a page of %s may call: %s", async (corsOrigins, origin, mayCall) => {
  const { send } = await serve({ corsOrigins });
  const { headers } = await send("GET", "/none", { origin });
  expect(headers["access-control-allow-origin"]).toBe(mayCall ? origin : undefined);
  if (mayCall)
    expect(headers["access-control-expose-headers"]).toBe(
      "X-Request-Id, Retry-After, WWW-Authenticate, Allow",
    );
});

test("a preflight is allowed every method and what it asks for, for ten minutes", async () => {
  const { send } = await serve({ corsOrigins: ["https://a.example"] });
  const asks = { "access-control-request-method": "PATCH", "access-control-request-headers": "x-any" };
  const { status, headers } = await send("OPTIONS", computers, { origin: "https://a.example", ...asks });
  expect([status, headers["access-control-allow-headers"]]).toEqual([204, "x-any"]);
  expect(headers["access-control-allow-methods"]).toBe("GET, PATCH, POST");
  expect(headers["access-control-max-age"]).toBe("600");
  const bare = await send("OPTIONS", computers, { origin: "https://a.example" });
  expect(bare.status).toBe(204);
});

test("a credential over its rate is told when to return", async () => {
  const { send } = await serve({ rateLimit: { maxRequests: 1, windowMs: 60_000 } });
  expect((await send("GET", `${computers}/a`)).status).toBe(200);
  const { status, headers } = await send("GET", `${computers}/a`);
  expect([status, Number(headers["retry-after"])]).toEqual([429, 60]);
});

test.each([
  [false, 200],
  [true, 409],
])("failures on demand: %s, so a request that asks for one gets %d", async (failsOnDemand, status) => {
  const { send } = await serve({ failsOnDemand });
  expect((await send("GET", `${computers}/a`, { prefer: "problem=name-taken" })).status).toBe(status);
});
