import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type StartedServer, startServer } from "../../src/index.ts";
import { type ApiRequest, type ApiResponse, apiOf } from "./api-client.ts";
import { expectProblem } from "./expect-problem.ts";
import { sendRaw } from "./raw-http.ts";

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

describe("credentials", () => {
  test.each([
    ["none", ""],
    ["no scheme", "chk_x"],
    ["another scheme", "Basic dTpw"],
    ["nothing after the scheme", "Bearer"],
    ["an unknown key", "Bearer chk_000000000000000000000000000000002UPYeg"],
    ["half a JWT", "Bearer eyJhbGciOiJub25lIn0"],
  ])("of %s get 401, always in the same words", async (_name, authorization) => {
    const response = await api("/api/v0/computers", { headers: { authorization } });
    const problem = expectProblem(response, 401, "unauthenticated");
    expect(problem.detail).toBe("Send a valid API key or JWT as Authorization: Bearer <token>.");
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
  });

  test("are checked before anything is revealed about the request", async () => {
    const request = {
      method: "PATCH",
      body: "{",
      headers: { authorization: "Bearer x", "content-type": "text/x" },
    };
    expectProblem(await api("/api/v0/computers/missing", request), 401, "unauthenticated");
  });
});

describe("every response", () => {
  test("carries its own request ID", async () => {
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

  test("ignores a request ID from the client", async () => {
    const response = await api(path, { headers: { "x-request-id": "mine" } });
    expect(response.headers.get("x-request-id")).not.toBe("mine");
  });
});

describe("a body", () => {
  const patch = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
    api(path, { method: "PATCH", body, headers });

  test.each([
    ["is empty", ""],
    ["is cut off", '{"name":'],
    ["is not JSON", "name=a"],
    ["is not UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ["has half a surrogate pair", '{"name":"\\ud800"}'],
    ["begins with a byte order mark", "\ufeff{}"],
  ])("that %s is malformed", async (_name, body) => {
    expectProblem(await patch(body), 400, "malformed-json");
  });

  test.each([
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

  test("with many thousand wrong members is refused because of the first", async () => {
    const members = Array.from({ length: 5000 }, (_, index) => `"k${index}":1`);
    const problem = expectProblem(await patch(`{${members.join(",")}}`), 400, "invalid-request");
    expect(problem.errors).toHaveLength(20);
    expect(problem.detail).toBe("The request breaks the schema in 20 places or more; see errors.");
  });

  test.each(["", '"\\u0041"'])(
    "that is nested as deep as it can be, around %j, is invalid",
    async (middle) => {
      const depth = 32_000;
      expectProblem(await patch("[".repeat(depth) + middle + "]".repeat(depth)), 400, "invalid-request");
    },
  );

  test("has at most 64 KiB", async () => {
    const fitting = JSON.stringify({ name: "x".repeat(65_536 - 11) });
    expect(fitting).toHaveLength(65_536);
    expectProblem(await patch(fitting), 400, "invalid-request");
    expectProblem(await patch(`${fitting} `), 413, "body-too-large");
  });

  test("in chunks has the same limit", async () => {
    const chunk = `4000\r\n${"x".repeat(0x4000)}\r\n`;
    const response = await sendRaw(
      server,
      `PATCH ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${server.apiKey}\r\n` +
        `Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(5)}0\r\n\r\n`,
    );
    expectProblem(response, 413, "body-too-large");
  });

  test.each([
    "text/plain",
    "application/merge-patch+json",
    "application/jsonx",
    "multipart/form-data",
    "nonsense",
  ])("of the type %s is refused", async (type) => {
    expectProblem(await patch("{}", { "content-type": type }), 415, "unsupported-media-type");
  });

  test("without a type, or compressed, is refused", async () => {
    const response = await api(path, {
      method: "PATCH",
      body: new Uint8Array([123, 125]),
      headers: { "content-type": "" },
    });
    expectProblem(response, 415, "unsupported-media-type");
    expectProblem(await patch("{}", { "content-encoding": "gzip" }), 415, "unsupported-media-type");
  });

  test.each(["application/json; charset=utf-8", "Application/JSON", 'application/json;charset="utf-8"'])(
    "of the type %s is taken",
    async (type) => {
      expect((await patch("{}", { "content-type": type })).status).toBe(200);
    },
  );

  test("of an operation without one is ignored", async () => {
    const request = { method: "POST", body: "{ nonsense", headers: { "content-type": "text/plain" } };
    expectProblem(await api(`${path}/install-deps`, request), 409, "no-install-deps-step");
    const body = "x".repeat(65_536);
    expectProblem(await api(`${path}/install-deps`, { ...request, body }), 409, "no-install-deps-step");
    expectProblem(await api(`${path}/install-deps`, { ...request, body: `${body}x` }), 413, "body-too-large");
  });
});
