import { once } from "node:events";
import { connect } from "node:net";
import type { Problem } from "@compute-host/types";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type StartedServer, startServer } from "../../src/index.ts";
import { type ApiRequest, type ApiResponse, apiOf } from "./api-client.ts";
import { sendRaw } from "./raw-http.ts";

// Requests that no client sends; the contract suite sends the usual ones, on each engine.
let server: StartedServer;
let api: (path: string, request?: ApiRequest) => Promise<ApiResponse>;
const path = "/api/v0/computers/a";

beforeAll(async () => {
  server = await startServer({
    computers: [{ id: "a", name: "a", providerType: "byom", provisioningSteps: [] }],
  });
  api = apiOf(server);
});

afterAll(() => server.close());

/** The head of a request with the key `KEY`, which {@link send} replaces. */
const head = (start: string, ...fields: readonly string[]) =>
  [`${start} HTTP/1.1`, "Host: a", "Authorization: Bearer KEY", ...fields, "", ""].join("\r\n");
const get = (...fields: readonly string[]) => head(`GET ${path}`, ...fields);
const patch = (length: number, ...fields: readonly string[]) =>
  head(`PATCH ${path}`, "Content-Type: application/json", `Content-Length: ${length}`, ...fields);
const chunks = "0\r\n\r\n";

const send = (bytes: string, to = server) => sendRaw(to, bytes.replaceAll("KEY", to.apiKey));

test.each<[string, string, number, string]>([
  ["a malformed escape", head("GET /api/v0/computers/%zz"), 400, "malformed-url"],
  ["an escape that is not UTF-8", head("GET /api/v0/computers/%ff"), 400, "malformed-url"],
  ["another method on an encoded path", head("DELETE /api/v0/comput%65rs"), 405, "method-not-allowed"],
  ["CONNECT", head("CONNECT elsewhere:443"), 405, "method-not-allowed"],
  ["nonsense", "nonsense\r\n\r\n", 400, "malformed-http"],
  ["no Host", `GET ${path} HTTP/1.1\r\n\r\n`, 400, "malformed-http"],
  ["two hosts", get("Host: b"), 400, "malformed-http"],
  ["an invalid host", `GET ${path} HTTP/1.1\r\nHost: a b/../c\r\n\r\n`, 400, "malformed-http"],
  ["two credentials", get("authorization: Bearer y"), 400, "malformed-http"],
  ["two media types", patch(0, "content-type: a/b"), 400, "malformed-http"],
  ["a length and chunks", patch(2, "Transfer-Encoding: chunked") + chunks, 400, "malformed-http"],
  [
    "a coding in addition to chunked",
    get("Transfer-Encoding: gzip, chunked") + chunks,
    400,
    "malformed-http",
  ],
  ["another version", `GET ${path} HTTP/2.0\r\nHost: a\r\n\r\n`, 400, "malformed-http"],
  ["more than 16 KiB of header", get(`X: ${"x".repeat(20_000)}`), 431, "header-too-large"],
  ["an expectation other than 100-continue", get("Expect: the unexpected"), 417, "expectation-failed"],
])("%s gets a problem", async (_name, bytes, status, type) => {
  expectProblem(await send(bytes), status, type);
});

test("the refusal of a HEAD request's expectation has no body", async () => {
  const { status, text } = await send(head(`HEAD ${path}`, "Expect: the unexpected"));
  expect([status, text]).toEqual([417, ""]);
});

test("a path may be a whole URL, as proxies send it", async () => {
  expect((await send(head(`GET http://elsewhere${path}`))).status).toBe(200);
});

test.each([
  ["is not HTTP", "nonsense\r\n\r\n", 400],
  ["expects something", get("Expect: the unexpected"), 417],
  ["is a CONNECT", head("CONNECT elsewhere:443"), 405],
])("a request that %s never gets the response of the one before it", async (_what, last, status) => {
  const update = '{"name":"renamed"}';
  const request = patch(update.length) + update;
  expect(await statusesToTheEnd([request + request + last])).toEqual([200, 200, status]);
  expect((await api(path)).json).toMatchObject({ name: "renamed" });
});

test("a request that is not HTTP is the last, however much follows it", async () => {
  expect(await statusesToTheEnd(["nonsense\r\n\r\n", "x".repeat(100_000)])).toEqual([400]);
});

test("a body of an operation without one is ignored, up to the usual limit", async () => {
  const request = { method: "POST", headers: { "content-type": "text/plain" } };
  const post = (body: string) => api(`${path}/install-deps`, { ...request, body });
  expectProblem(await post(`{ nonsense${"x".repeat(65_526)}`), 409, "no-install-deps-step");
  expectProblem(await post("x".repeat(65_537)), 413, "body-too-large");
});

test.each([
  [`POST ${path}/install-deps`, 413],
  [`DELETE ${path}`, 405],
])(
  "a body of %s that is too large to read closes the connection after the response",
  async (start, expected) => {
    const { status, headers } = await send(`${head(start, "Content-Length: 99999999999")}xxxx`);
    expect([status, headers.get("connection")]).toEqual([expected, "close"]);
  },
);

test("a refused sender can read its response, however much it still sends", async () => {
  const body = Buffer.alloc(20_000_000, "x");
  expect((await api(path, { method: "PATCH", body })).status).toBe(413);
});

test("a request that follows a refused one has no effect", async () => {
  const { hostname, port } = new URL(server.baseUrl);
  const socket = connect(Number(port), hostname);
  const begin = (length: number) => patch(length).replace("KEY", server.apiKey);
  socket.write(begin(70_000));
  const [response] = await once(socket, "data");
  expect(String(response)).toMatch(/^HTTP\/1.1 413 /);
  const update = '{"name":"smuggled"}';
  socket.end("x".repeat(70_000) + begin(update.length) + update);
  await once(socket, "close");
  expect((await api(path)).json).not.toMatchObject({ name: "smuggled" });
});

test.each([
  ["header", `GET ${path} HTTP/1.1\r\nHost: a\r\nX-Slow: `],
  ["body", `${patch(20)}{"na`],
])("a slow sender of a %s gets an error and is disconnected", async (_what, bytes) => {
  await using impatient = await startServer({ limits: { requestTimeoutMs: 2000, headersTimeoutMs: 1500 } });
  const response = await send(bytes, impatient);
  expectProblem(response, 408, "request-timeout");
  expect(response.headers.get("connection")).toBe("close");
});

test.each([
  ["reads", get()],
  ["updates", `${patch(2)}{}`],
])("a client that closes its side gets the responses to all its %s", async (_what, request) => {
  expect(await statusesToTheEnd([request.repeat(20)], { closesItsSide: true })).toEqual(Array(20).fill(200));
});

test.each([
  ["arrives too slowly", patch(20), 408],
  [
    "has a broken chunk",
    `${patch(20, "Transfer-Encoding: chunked").replace(/Content-Length.*\r\n/, "")}zz\r\n`,
    400,
  ],
])(
  "when a body %s, the caller, the log and the metrics get the same answer",
  async (_what, bytes, status) => {
    const seen: unknown[] = [];
    await using watched = await startServer({
      limits: { requestTimeoutMs: 2000, headersTimeoutMs: 1500 },
      observe: (request) => void seen.push([request.status, request.requestId]),
    });
    const { headers, json } = await send(bytes, watched);
    expect(json).toMatchObject({ status, instance: path });
    await expect.poll(() => seen).toEqual([[status, headers.get("x-request-id")]]);
  },
);

test("a client that disconnects while sending its body is not a failure of the service", async () => {
  const statuses: number[] = [];
  await using watched = await startServer({ observe: ({ status }) => void statuses.push(status) });
  const socket = connect(Number(new URL(watched.baseUrl).port), "127.0.0.1");
  socket.write(`${patch(20, "Expect: 100-continue").replace("KEY", watched.apiKey)}{"na`);
  await once(socket, "data", { signal: AbortSignal.timeout(60_000) });
  socket.destroy();
  await expect.poll(() => statuses).toEqual([400]);
});

/** Checks a problem; for every other failure, the contract suite does. */
function expectProblem(response: ApiResponse, status: number, type: string): void {
  const { headers, json } = response;
  expect([response.status, json]).toMatchObject([status, { type: `/problems/${type}`, status }]);
  expect(headers.get("content-type")).toMatch(/^application\/problem\+json(;|$)/);
  const { requestId, instance } = json as Problem;
  expect([requestId, URL.canParse(instance, "http://host")]).toEqual([headers.get("x-request-id"), true]);
  expect(requestId).toMatch(/./);
}

/** Sends all pieces, and reads until the server closes the connection. */
async function statusesToTheEnd(
  pieces: readonly string[],
  { closesItsSide = false }: { readonly closesItsSide?: boolean } = {},
): Promise<number[]> {
  const { hostname: host, port } = new URL(server.baseUrl);
  const signal = AbortSignal.timeout(60_000);
  const socket = connect({ host, port: Number(port), allowHalfOpen: true, signal });
  for (const piece of pieces) socket.write(piece.replaceAll("KEY", server.apiKey));
  if (closesItsSide) socket.end();
  let received = "";
  for await (const chunk of socket) received += chunk;
  socket.destroy();
  return [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
}
