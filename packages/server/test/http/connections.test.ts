import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type StartedServer, startServer } from "../../src/index.ts";
import { type ApiRequest, type ApiResponse, apiOf } from "./api-client.ts";
import { expectProblem } from "./expect-problem.ts";
import { sendRaw } from "./raw-http.ts";

// The contract suite sends the usual requests to the service, on each engine.
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

describe("a path", () => {
  test.each(["/api/v0/computers/%zz", "/api/v0/computers/%", "/api/v0/computers/%ff"])(
    "%s is malformed",
    async (target) => {
      expectProblem(await raw(`GET ${target}`), 400, "malformed-url");
    },
  );

  test("may be a whole URL, as proxies send it", async () => {
    expect((await raw(`GET http://elsewhere${path}`)).status).toBe(200);
  });
});

test("CONNECT is a method that nothing supports", async () => {
  expectProblem(await raw("CONNECT elsewhere:443"), 405, "method-not-allowed");
});

describe("a request that is not HTTP", () => {
  test.each([
    ["nonsense", "nonsense\r\n\r\n"],
    ["an unknown method", "BREW / HTTP/1.1\r\nHost: a\r\n\r\n"],
    ["no Host", `GET ${path} HTTP/1.1\r\n\r\n`],
    ["a broken header", `GET ${path} HTTP/1.1\r\nHost: a\r\nbro ken: x\r\n\r\n`],
    ["two lengths", `PATCH ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
    [
      "a length and chunks",
      `PATCH ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ["two hosts", `GET ${path} HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n`],
    ["a host that is not one", `GET ${path} HTTP/1.1\r\nHost: a b/../c\r\n\r\n`],
    [
      "two credentials",
      `GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer x\r\nauthorization: Bearer y\r\n\r\n`,
    ],
    [
      "a transfer coding besides chunked",
      `PATCH ${path} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      "two media types",
      `PATCH ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Type: a/b\r\n\r\n`,
    ],
    ["no version", `GET ${path}\r\n\r\n`],
    ["another version", `GET ${path} HTTP/2.0\r\nHost: a\r\n\r\n`],
    ["a negative length", `PATCH ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n{}`],
  ])("(%s) gets a problem", async (_name, bytes) => {
    expectProblem(await sendRaw(server, bytes), 400, "malformed-http");
  });

  test("never gets the response of the request before it", async () => {
    const body = '{"name":"renamed"}';
    const patch =
      `PATCH ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${server.apiKey}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    expect(await statusesToTheEnd([`${patch}${patch}nonsense\r\n\r\n`])).toEqual([200, 200, 400]);
    expect((await api(path)).json).toMatchObject({ name: "renamed" });
  });

  test("is the last one, however much comes after it", async () => {
    expect(await statusesToTheEnd(["nonsense\r\n\r\n", "x".repeat(100_000)])).toEqual([400]);
  });

  test("has at most 16 KiB of header", async () => {
    const response = await sendRaw(
      server,
      `GET ${path} HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(20_000)}\r\n\r\n`,
    );
    expectProblem(response, 431, "header-too-large");
  });

  test("expects nothing but 100-continue", async () => {
    expectProblem(await raw(`GET ${path}`, "Expect: the unexpected\r\n"), 417, "expectation-failed");
  });
});

test("a body of an operation without one is ignored, up to the limit of others", async () => {
  const request = { method: "POST", headers: { "content-type": "text/plain" } };
  const send = (body: string) => api(`${path}/install-deps`, { ...request, body });
  expectProblem(await send(`{ nonsense${"x".repeat(65_526)}`), 409, "no-install-deps-step");
  expectProblem(await send("x".repeat(65_537)), 413, "body-too-large");
});

describe("a body that is too large to read", () => {
  test.each([
    ["POST", `${path}/install-deps`, 413],
    ["DELETE", path, 405],
  ])("of %s %s ends the connection with its response", async (method, target, status) => {
    const { status: found, headers } = await sendRaw(
      server,
      `${method} ${target} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${server.apiKey}\r\n` +
        "Content-Length: 99999999999\r\n\r\nxxxx",
    );
    expect([found, headers.get("connection")]).toEqual([status, "close"]);
  });
});

describe("a sender that has not finished when it is refused", () => {
  test("reads its response, however much it still sends", async () => {
    const body = Buffer.alloc(20_000_000, "x");
    const headers = { authorization: `Bearer ${server.apiKey}`, "content-type": "application/json" };
    expect((await fetch(server.baseUrl + path, { method: "PATCH", headers, body })).status).toBe(413);
  });

  test("gets nothing done with a request behind the refused one", async () => {
    const { hostname, port } = new URL(server.baseUrl);
    const socket = connect(Number(port), hostname);
    const head = `PATCH ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${server.apiKey}\r\nContent-Type: application/json\r\n`;
    socket.write(`${head}Content-Length: 70000\r\n\r\n`);
    const [response] = await once(socket, "data");
    expect(String(response)).toMatch(/^HTTP\/1.1 413 /);
    const update = '{"name":"smuggled"}';
    socket.end(`${"x".repeat(70_000)}${head}Content-Length: ${update.length}\r\n\r\n${update}`);
    await once(socket, "close");
    expect((await api(path)).json).not.toMatchObject({ name: "smuggled" });
  });
});

describe("a slow sender", () => {
  let impatient: StartedServer;

  beforeAll(async () => {
    impatient = await startServer({ limits: { requestTimeoutMs: 2000, headersTimeoutMs: 1500 } });
  });

  afterAll(() => impatient.close());

  test.each([
    ["of a header", `GET ${path} HTTP/1.1\r\nHost: a\r\nX-Slow: `],
    [
      "of a body",
      `PATCH ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer KEY\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{"na`,
    ],
  ])("%s gets an error and is disconnected", async (_name, bytes) => {
    const response = await sendRaw(impatient, bytes.replace("KEY", impatient.apiKey));
    expectProblem(response, 408, "request-timeout");
    expect(response.headers.get("connection")).toBe("close");
  });
});

describe("a client that closes its side after its requests", () => {
  test.each([
    ["reads", `GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer KEY\r\n\r\n`],
    [
      "updates",
      `PATCH ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer KEY\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`,
    ],
  ])("gets the responses to all its %s", async (_name, request) => {
    const requests = request.replace("KEY", server.apiKey).repeat(20);
    expect(await statusesToTheEnd([requests], { closesItsSide: true })).toEqual(Array(20).fill(200));
  });
});

describe("a client that goes away in the middle of its body", () => {
  test("is not a failure of the service", async () => {
    const statuses: number[] = [];
    await using watched = await startServer({ observe: ({ status }) => void statuses.push(status) });
    const socket = connect(Number(new URL(watched.baseUrl).port), "127.0.0.1");
    socket.write(
      `PATCH ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${watched.apiKey}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 20\r\nExpect: 100-continue\r\n\r\n{"na',
    );
    await once(socket, "data", { signal: AbortSignal.timeout(60_000) });
    socket.destroy();
    await expect.poll(() => statuses).toEqual([400]);
  });
});

/** Sends everything, and reads until the server closes the connection. */
async function statusesToTheEnd(
  pieces: readonly string[],
  { closesItsSide = false }: { readonly closesItsSide?: boolean } = {},
): Promise<number[]> {
  const { hostname: host, port } = new URL(server.baseUrl);
  const socket = connect({
    host,
    port: Number(port),
    allowHalfOpen: true,
    signal: AbortSignal.timeout(60_000),
  });
  for (const piece of pieces) socket.write(piece);
  if (closesItsSide) socket.end();
  let received = "";
  for await (const chunk of socket) received += chunk;
  socket.destroy();
  return [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
}

function raw(start: string, header = ""): Promise<ApiResponse> {
  return sendRaw(
    server,
    `${start} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${server.apiKey}\r\nConnection: close\r\n${header}\r\n`,
  );
}
