import type { Problem } from "@compute-host/types";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type StartedServer, startServer } from "../../src/index.ts";
import { type ApiRequest, type ApiResponse, apiOf } from "./api-client.ts";
import { type RawResponse, sendRaw } from "./raw-http.ts";

let server: StartedServer;
let api: (path: string, request?: ApiRequest) => Promise<ApiResponse>;
const path = "/api/v0/computers/a";

beforeAll(async () => {
  server = await startServer({
    computers: [{ id: "a", name: "a", providerType: "byom", provisioningSteps: [] }],
    limits: { requestTimeoutMs: 600, headersTimeoutMs: 300 },
  });
  api = apiOf(server);
});

afterAll(() => server.close());

/** Everything that a failure has to be, whatever it is about. */
function expectProblem(response: ApiResponse | RawResponse, status: number, type: string): Problem {
  expect(response.status).toBe(status);
  expect(response.headers.get("content-type")).toMatch(/^application\/problem\+json(;|$)/);
  const problem = response.json as Problem;
  expect(problem).toMatchObject({ type: `/problems/${type}`, status });
  expect(problem.requestId).toBe(response.headers.get("x-request-id"));
  expect(problem.requestId).toMatch(/./);
  expect(URL.canParse(problem.instance, "http://host")).toBe(true);
  return problem;
}

describe("credentials", () => {
  it.each([
    ["none", ""],
    ["no scheme", "chk_x"],
    ["another scheme", "Basic dTpw"],
    ["nothing after the scheme", "Bearer"],
    ["an unknown key", "Bearer chk_000000000000000000000000000000002UPYeg"],
    ["half a JWT", "Bearer eyJhbGciOiJub25lIn0"],
  ])("of %s are answered with 401, always in the same words", async (_name, authorization) => {
    const response = await api("/api/v0/computers", { headers: { authorization } });
    const problem = expectProblem(response, 401, "unauthenticated");
    expect(problem.detail).toBe("Send a valid API key or JWT as Authorization: Bearer <token>.");
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
  });

  it("are asked for before anything is said about the request", async () => {
    const request = {
      method: "PATCH",
      body: "{",
      headers: { authorization: "Bearer x", "content-type": "text/x" },
    };
    expectProblem(await api("/api/v0/computers/missing", request), 401, "unauthenticated");
  });
});

describe("every response", () => {
  it("carries a request id of its own", async () => {
    const responses = [
      await api(path),
      await api(path),
      await api("/nothing"),
      await api("/api/v0/computers"),
    ];
    const ids = responses.map(({ headers }) => headers.get("x-request-id"));
    expect(new Set(ids).size).toBe(4);
    expect(ids).not.toContain(null);
  });

  it("ignores the request id that a client makes up", async () => {
    const response = await api(path, { headers: { "x-request-id": "mine" } });
    expect(response.headers.get("x-request-id")).not.toBe("mine");
  });
});

describe("a body", () => {
  const patch = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
    api(path, { method: "PATCH", body, headers });

  it.each([
    ["is empty", ""],
    ["is cut off", '{"name":'],
    ["is no JSON", "name=a"],
    ["is no UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ["has half a surrogate pair", '{"name":"\\ud800"}'],
    ["begins with a byte order mark", "\ufeff{}"],
  ])("that %s is malformed", async (_name, body) => {
    expectProblem(await patch(body), 400, "malformed-request");
  });

  it.each([
    ["an array", "[]", ""],
    ["null", "null", ""],
    ["a text", '"name"', ""],
    ["a name that is given twice", '{"name":"b","name":"c"}', "/name"],
    ["__proto__", '{"__proto__":{"name":"b"}}', "/__proto__"],
    ["constructor", '{"constructor":{"prototype":{}}}', "/constructor"],
    ["a number for a text", '{"name":5}', "/name"],
  ])("of %s is invalid", async (_name, body, pointer) => {
    const { errors } = expectProblem(await patch(body), 400, "invalid-request");
    expect(errors?.map((error) => error.pointer)).toEqual([pointer]);
    expect({}).not.toHaveProperty("name");
  });

  it("of many thousand members that are wrong is answered in full", async () => {
    const members = Array.from({ length: 5000 }, (_, index) => `"k${index}":1`);
    const { errors } = expectProblem(await patch(`{${members.join(",")}}`), 400, "invalid-request");
    expect(errors).toHaveLength(5000);
  });

  it("that is nested as deep as it can be is invalid", async () => {
    expectProblem(await patch(`${"[".repeat(32_000)}${"]".repeat(32_000)}`), 400, "invalid-request");
  });

  it("has at most 64 KiB", async () => {
    const fitting = JSON.stringify({ name: "x".repeat(65_536 - 11) });
    expect(fitting).toHaveLength(65_536);
    expectProblem(await patch(fitting), 400, "invalid-request");
    expectProblem(await patch(`${fitting} `), 413, "body-too-large");
  });

  it("that comes in chunks has the same limit", async () => {
    const chunk = `4000\r\n${"x".repeat(0x4000)}\r\n`;
    const response = await sendRaw(
      server,
      `PATCH ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${server.apiKey}\r\n` +
        `Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(5)}0\r\n\r\n`,
    );
    expectProblem(response, 413, "body-too-large");
  });

  it.each([
    "text/plain",
    "application/merge-patch+json",
    "application/jsonx",
    "multipart/form-data",
    "nonsense",
  ])("of the type %s is refused", async (type) => {
    expectProblem(await patch("{}", { "content-type": type }), 415, "unsupported-media-type");
  });

  it("without a type, or compressed, is refused", async () => {
    const response = await api(path, {
      method: "PATCH",
      body: new Uint8Array([123, 125]),
      headers: { "content-type": "" },
    });
    expectProblem(response, 415, "unsupported-media-type");
    expectProblem(await patch("{}", { "content-encoding": "gzip" }), 415, "unsupported-media-type");
  });

  it.each(["application/json; charset=utf-8", "Application/JSON", 'application/json;charset="utf-8"'])(
    "of the type %s is taken",
    async (type) => {
      expect((await patch("{}", { "content-type": type })).status).toBe(200);
    },
  );

  it("that an operation does not have is left alone, whatever it is", async () => {
    const request = { method: "POST", body: "{ nonsense", headers: { "content-type": "text/plain" } };
    expectProblem(await api(`${path}/install-deps`, request), 409, "no-install-deps-step");
    expectProblem(
      await api(`${path}/install-deps`, { ...request, body: "x".repeat(100_000) }),
      409,
      "no-install-deps-step",
    );
  });
});

describe("a path", () => {
  it.each([
    "/",
    "/api/v0",
    "/api/v1/computers",
    "/api/v0/computers/a/b",
    "/api/v0/computers/a/install-deps/",
    "/API/v0/computers",
    "//api/v0/computers",
    "/api/v0/computers;x=1",
  ])("%s is not there", async (target) => {
    expectProblem(await raw(`GET ${target}`), 404, "not-found");
  });

  it.each([
    "/api/v0/computers/..",
    "/api/v0/computers/../computers",
    "/api/v0/computers/%2e%2e%2f%2e%2e%2fetc%2fpasswd",
    "/api/v0/computers/a%00",
    "/api/v0/computers/%27%20or%201=1--",
    "/api/v0/computers/__proto__",
    "/api/v0/computers/A",
    `/api/v0/computers/${"x".repeat(10_000)}`,
    "/api/v0/computers/%F0%9F%9A%80",
  ])("%.60s leads to no computer", async (target) => {
    const response = await raw(`GET ${target}`);
    expect(response.status).toBe(404);
    expect(["/problems/computer-not-found", "/problems/not-found"]).toContain(
      (response.json as Problem).type,
    );
  });

  it.each(["/api/v0/computers/%zz", "/api/v0/computers/%", "/api/v0/computers/%ff"])(
    "%s is malformed",
    async (target) => {
      expectProblem(await raw(`GET ${target}`), 400, "malformed-request");
    },
  );

  it("of a whole URL is taken, as a proxy sends it", async () => {
    expect((await raw(`GET http://elsewhere${path}`)).status).toBe(200);
  });
});

describe("a method", () => {
  it.each([
    ["/api/v0/computers", "GET, HEAD"],
    [path, "GET, HEAD, PATCH"],
    [`${path}/install-deps`, "POST"],
  ])("that %s does not support is answered with those that it does", async (target, allow) => {
    for (const method of ["PUT", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "QUERY"]) {
      const response = await raw(`${method} ${target}`);
      expectProblem(response, 405, "method-not-allowed");
      expect(response.headers.get("allow"), method).toBe(allow);
    }
  });

  it("CONNECT is not supported", async () => {
    expectProblem(await raw("CONNECT elsewhere:443"), 405, "method-not-allowed");
  });

  it.each(["/api/v0/computers", path])("HEAD gives the header of GET on %s", async (target) => {
    const [head, get] = [await api(target, { method: "HEAD" }), await api(target)];
    expect([head.status, head.text]).toEqual([200, ""]);
    for (const name of ["content-type", "content-length"]) {
      expect(head.headers.get(name)).toBe(get.headers.get(name));
    }
    expect((await api("/api/v0/computers/missing", { method: "HEAD" })).status).toBe(404);
  });
});

describe("a request that is no HTTP", () => {
  it.each([
    ["nonsense", "nonsense\r\n\r\n"],
    ["an unknown method", "BREW / HTTP/1.1\r\nHost: a\r\n\r\n"],
    ["no Host", `GET ${path} HTTP/1.1\r\n\r\n`],
    ["a broken header", `GET ${path} HTTP/1.1\r\nHost: a\r\nbro ken: x\r\n\r\n`],
    ["two lengths", `PATCH ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
    [
      "a length and chunks",
      `PATCH ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ["a negative length", `PATCH ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n{}`],
  ])("(%s) is answered with a problem", async (_name, bytes) => {
    expectProblem(await sendRaw(server, bytes), 400, "malformed-request");
  });

  it("is never answered in the place of the request before it", async () => {
    const body = '{"name":"renamed"}';
    const patch =
      `PATCH ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${server.apiKey}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const { status } = await sendRaw(server, `${patch}nonsense\r\n\r\n`);
    // The connection is cut: the client knows that it does not know.
    expect(status).toBeNaN();
    expect((await api(path)).json).toMatchObject({ name: "renamed" });
  });

  it("has at most 16 KiB of header", async () => {
    const response = await sendRaw(
      server,
      `GET ${path} HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(20_000)}\r\n\r\n`,
    );
    expectProblem(response, 431, "header-too-large");
  });

  it("expects nothing but 100-continue", async () => {
    expectProblem(await raw(`GET ${path}`, "Expect: the unexpected\r\n"), 417, "expectation-failed");
  });
});

describe("a slow sender", () => {
  it.each([
    ["of a header", `GET ${path} HTTP/1.1\r\nHost: a\r\nX-Slow: `],
    [
      "of a body",
      `PATCH ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer KEY\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{"na`,
    ],
  ])("%s is told so and cut off", async (_name, bytes) => {
    const response = await sendRaw(server, bytes.replace("KEY", server.apiKey));
    expectProblem(response, 408, "request-timeout");
    expect(response.headers.get("connection")).toBe("close");
  });

  it("does not keep others waiting", async () => {
    const slow = sendRaw(server, `GET ${path} HTTP/1.1\r\nHost: a\r\nX-Slow: `);
    expect((await api(path)).status).toBe(200);
    await slow;
  });
});

function raw(start: string, header = ""): Promise<RawResponse> {
  return sendRaw(
    server,
    `${start} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${server.apiKey}\r\nConnection: close\r\n${header}\r\n`,
  );
}
